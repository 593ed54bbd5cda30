import type { Lexicon, StringForm } from './lexicon.js';
import { type Language, LEXICONS } from './lexicons.js';
import type { Token, TokenKind } from './token.js';

const SPACE = /[^\S\n]+/y;
const NUMBER = /\d(?:[\w']|\.(?=\d)|(?<=[eE])[+-])*/y;
const MARK = /===|!==|\.\.\.|\?\?=|=>|->|==|!=|<=|>=|&&|\|\||\?\?|\?\.|::|:=|\+\+|--|[+\-*/%&|^]=|[\s\S]/uy;
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n]){0,500}\]|[^/\\\n[])+\/[a-z]*/y;
/** After these a slash begins a regular expression. */
const BEFORE_REGEX =
  /^(?:[(,=:[!&|?{};+\-*%~^<>]|[=!<>&|?+\-*%^]+|=>|return|typeof|case|in|of|do|else|new|void|throw|await|yield|if|when|unless|and|or|not)$/;
const PHP_OPEN = /<\?(?:php\b|=)/;

/** Reads a program into tokens, in linear time. Text that no program would hold is read as well as it goes. */
export function tokenize(text: string, language: Language): readonly Token[] {
  return new Tokenizer(text, LEXICONS[language]).read();
}

class Tokenizer {
  readonly #text: string;
  readonly #lexicon: Lexicon;
  readonly #tokens: Token[] = [];
  /** Strings that wait for the end of the code inside them, and how many braces that code has open. */
  readonly #holes: { form: StringForm; close: string; depth: number }[] = [];
  readonly #heredocs: string[] = [];
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #nextLine: number;
  #lineOfLast = 0;

  constructor(text: string, lexicon: Lexicon) {
    this.#text = text;
    this.#lexicon = lexicon;
    this.#nextLine = lineAfter(text, 0);
  }

  read(): readonly Token[] {
    if (this.#lexicon.embedded && PHP_OPEN.test(this.#text)) this.#skipMarkup();
    while (this.#at < this.#text.length) this.#step();
    return this.#tokens;
  }

  #step(): void {
    const { word, comment } = this.#lexicon;
    if (this.#match(SPACE) !== null) this.#move(SPACE.lastIndex);
    else if (this.#text[this.#at] === '\n') this.#endLine();
    else if (comment !== null && this.#match(comment) !== null) this.#take('comment', comment.lastIndex);
    else if (this.#blockComment() || this.#string() || this.#heredoc() || this.#regex()) return;
    else if (this.#match(NUMBER) !== null) this.#take('number', NUMBER.lastIndex);
    else if (this.#match(word) !== null) this.#take('word', word.lastIndex);
    else this.#mark();
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #take(kind: TokenKind, end: number, value?: string): void {
    const text = this.#text.slice(this.#at, end);
    const first = this.#lineOfLast !== this.#line;
    const column = this.#at - this.#lineStart;
    this.#tokens.push({ kind, text, value: value ?? text, line: this.#line, column, first });
    this.#move(end);
    this.#lineOfLast = this.#line;
  }

  #move(end: number): void {
    while (this.#nextLine <= end) {
      this.#line += 1;
      this.#lineStart = this.#nextLine;
      this.#nextLine = lineAfter(this.#text, this.#lineStart);
    }
    this.#at = end;
  }

  #endLine(): void {
    this.#move(this.#at + 1);
    for (let tag = this.#heredocs.shift(); tag !== undefined; tag = this.#heredocs.shift()) {
      const end = new RegExp(`^[ \\t]*${tag}\\b`, 'gm');
      end.lastIndex = this.#at;
      const close = end.exec(this.#text);
      if (close === null) this.#heredocs.length = 0;
      const stop = close?.index ?? this.#text.length;
      if (stop > this.#at) this.#take('string', stop);
      this.#move(close === null ? this.#text.length : end.lastIndex);
    }
  }

  #blockComment(): boolean {
    const form = this.#lexicon.blockComment;
    if (form === null || !this.#text.startsWith(form.open, this.#at)) return false;
    if (!form.nested) {
      const close = this.#text.indexOf(form.close, this.#at + form.open.length);
      this.#take('comment', close === -1 ? this.#text.length : close + form.close.length);
      return true;
    }
    const mark = /\/\*|\*\/|$/g;
    mark.lastIndex = this.#at;
    let depth = 0;
    do {
      const found = mark.exec(this.#text)?.[0];
      depth = found === undefined || found === '' ? 0 : depth + (found === form.open ? 1 : -1);
    } while (depth > 0);
    this.#take('comment', mark.lastIndex === 0 ? this.#text.length : mark.lastIndex);
    return true;
  }

  #string(): boolean {
    const sign = this.#text[this.#at] ?? '';
    if (!this.#lexicon.stringStart.test(sign) || (sign === '%' && this.#isAfterOperand())) return false;
    for (const form of this.#lexicon.strings) {
      const opening = this.#match(form.open)?.[0];
      if (opening === undefined) continue;
      this.#readString(form, form.close(opening), this.#at + opening.length);
      return true;
    }
    return false;
  }

  /** Takes a string, or its part up to the code inside it; `from` is where its content begins. */
  #readString(form: StringForm, close: string, from: number): void {
    let at = from;
    for (; at < this.#text.length; at += 1) {
      if (form.escape === 'backslash' && this.#text[at] === '\\') at += 1;
      else if (this.#text.startsWith(close, at)) {
        if (form.escape !== 'doubled' || !this.#text.startsWith(close, at + 1)) break;
        at += 1;
      } else if (!form.multiline && this.#text[at] === '\n') break;
      else if (form.hole !== null && this.#text.startsWith(form.hole, at)) {
        const value = this.#text.slice(from, at);
        this.#take('string', at + form.hole.length, value);
        this.#holes.push({ form, close, depth: 0 });
        return;
      }
    }
    const closed = this.#text.startsWith(close, at) ? at + close.length : Math.min(at, this.#text.length);
    this.#take('string', closed, this.#text.slice(from, Math.min(at, this.#text.length)));
  }

  #heredoc(): boolean {
    const form = this.#lexicon.heredoc;
    const match = form === null ? null : this.#match(form);
    const tag = match?.groups?.tag;
    if (form === null || tag === undefined) return false;
    this.#heredocs.push(tag);
    this.#take('mark', form.lastIndex);
    return true;
  }

  #regex(): boolean {
    if (!this.#lexicon.regex || this.#text[this.#at] !== '/') return false;
    if (this.#isAfterOperand() || this.#match(REGEX) === null) return false;
    this.#take('regex', REGEX.lastIndex);
    return true;
  }

  /** True where a slash divides, and a percent sign takes the remainder. */
  #isAfterOperand(): boolean {
    const before = this.#tokens.findLast((token) => token.kind !== 'comment');
    return before !== undefined && !(BEFORE_REGEX.test(before.text) && before.kind !== 'string');
  }

  #mark(): void {
    const hole = this.#holes.at(-1);
    const sign = this.#text[this.#at];
    if (hole !== undefined && sign === '{') hole.depth += 1;
    if (hole !== undefined && sign === '}' && hole.depth-- === 0) {
      this.#holes.pop();
      this.#readString(hole.form, hole.close, this.#at + 1);
      return;
    }
    if (this.#lexicon.embedded && this.#text.startsWith('?>', this.#at)) {
      this.#skipMarkup();
      return;
    }
    this.#match(MARK);
    this.#take('mark', MARK.lastIndex);
  }

  #skipMarkup(): void {
    const open = new RegExp(PHP_OPEN, 'g');
    open.lastIndex = this.#at;
    this.#move(open.test(this.#text) ? open.lastIndex : this.#text.length);
  }
}

function lineAfter(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
}
