/** By ASCII code: whether a line that a pattern matches may have the character there; others always may. */
type Characters = Uint8Array;

export interface PatternEdges {
  readonly first: Characters;
  /** The first that is no white space. */
  readonly word: Characters;
  readonly last: Characters;
}

type Element =
  | { readonly kind: 'character'; readonly code: number; readonly optional: boolean }
  | { readonly kind: 'set'; readonly characters: Characters; readonly optional: boolean }
  | { readonly kind: 'group'; readonly ways: readonly Way[]; readonly optional: boolean }
  | { readonly kind: 'start' | 'end' | 'nothing' };
type Way = readonly Element[];

const SIZE = 128;
const ALL: Characters = new Uint8Array(SIZE).fill(1);
const SPACES = charactersOf((code) => code === 32 || (code >= 9 && code <= 13));
const DIGITS = charactersOf(isDigit);
const WORDS = charactersOf((code) => isDigit(code) || code === 95 || isLetter(code));
const CLASSES: Readonly<Record<string, Characters>> = {
  ...{ d: DIGITS, w: WORDS, s: SPACES },
  ...{ D: negated(DIGITS), W: negated(WORDS), S: negated(SPACES) },
};
const CONTROLS: Readonly<Record<string, number>> = { b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 };

/** What a line that `pattern` matches may begin and end with: all characters where the pattern is not tied to that end. */
export function patternEdges(pattern: RegExp): PatternEdges {
  const ways = new PatternReader(pattern).read();
  const reversed = ways.map(reverse);
  return {
    first: edge(ways, 'start', null),
    word: edge(ways, 'start', SPACES),
    last: edge(reversed, 'end', null),
  };
}

function edge(ways: readonly Way[], anchor: 'start' | 'end', passed: Characters | null): Characters {
  if (ways.some((way) => way[0]?.kind !== anchor)) return ALL;
  const characters = new Uint8Array(SIZE);
  return ways.filter((way) => addFirst(way, characters, passed)).length > 0 ? ALL : characters;
}

/** Adds what `way` may begin with, `passed` characters left out; true when what follows it may be first too. */
function addFirst(way: Way, characters: Uint8Array, passed: Characters | null): boolean {
  for (const element of way) {
    if (element.kind === 'group') {
      const open = element.ways.filter((each) => addFirst(each, characters, passed));
      if (open.length === 0 && !element.optional) return false;
    } else if (element.kind === 'character' || element.kind === 'set') {
      if (!addElement(element, characters, passed) && !element.optional) return false;
    }
  }
  return true;
}

/** Returns true when a character that is passed may be the one. */
function addElement(
  element: Exclude<Element, { readonly kind: 'group' | 'start' | 'end' | 'nothing' }>,
  characters: Uint8Array,
  passed: Characters | null,
): boolean {
  if (element.kind === 'character') {
    if (passed?.[element.code] === 1) return true;
    if (element.code < SIZE) characters[element.code] = 1;
    return false;
  }
  let mayPass = false;
  for (let code = 0; code < SIZE; code++) {
    if (element.characters[code] !== 1) continue;
    if (passed?.[code] === 1) mayPass = true;
    else characters[code] = 1;
  }
  return mayPass;
}

function reverse(way: Way): Way {
  return way
    .map((element) => (element.kind === 'group' ? { ...element, ways: element.ways.map(reverse) } : element))
    .reverse();
}

/** Reads a pattern's source (ECMA-262, Patterns) as far as the scan's own patterns go. */
class PatternReader {
  readonly #source: string;
  readonly #ignoresCase: boolean;
  #at = 0;

  constructor({ source, flags }: RegExp) {
    this.#source = source;
    this.#ignoresCase = flags.includes('i');
  }

  /** @throws Error on syntax that it does not know. */
  read(): readonly Way[] {
    const ways: Element[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++;
        ways.push([]);
      } else ways.at(-1)?.push(this.#element());
    }
    return ways;
  }

  #element(): Element {
    const element = this.#atom();
    const next = this.#source[this.#at] ?? '';
    if (next !== '*' && next !== '+' && next !== '?' && next !== '{') return element;
    const quantifier = this.#take(/(?:[*?+]|\{(\d+)(?:,\d*)?\})\??/y);
    const optional = next === '*' || next === '?' || quantifier?.[1] === '0';
    return optional && 'optional' in element ? { ...element, optional } : element;
  }

  #atom(): Element {
    const character = this.#source[this.#at++] ?? '';
    if (character === '^') return { kind: 'start' };
    if (character === '$') return { kind: 'end' };
    if (character === '(') return this.#group();
    if (character === '\\' && this.#take(/b/iy) !== null) return { kind: 'nothing' };
    if (character === '.') return { kind: 'set', characters: ALL, optional: false };
    if (character === '[') return { kind: 'set', characters: this.#set(), optional: false };
    const known = character === '\\' ? this.#class() : null;
    if (known !== null) return { kind: 'set', characters: known, optional: false };
    const code = character === '\\' ? this.#escaped() : character.charCodeAt(0);
    if (!this.#ignoresCase) return { kind: 'character', code, optional: false };
    return { kind: 'set', characters: this.#range(new Uint8Array(SIZE), code, code), optional: false };
  }

  #group(): Element {
    const isLook = this.#take(/\?<?[=!]/y) !== null;
    if (!isLook) this.#take(/\?(?::|<\w+>)/y);
    const ways = this.read();
    this.#at++;
    return isLook ? { kind: 'nothing' } : { kind: 'group', ways, optional: false };
  }

  /** The class behind a backslash; null for another character. */
  #class(): Characters | null {
    const letter = this.#source[this.#at] ?? '';
    const known = CLASSES[letter];
    if (known !== undefined) this.#at++;
    return known ?? null;
  }

  #set(): Characters {
    const isNegated = this.#take(/\^/y) !== null;
    const characters = new Uint8Array(SIZE);
    for (;;) {
      const character = this.#source[this.#at++] ?? ']';
      if (character === ']') break;
      const known = character === '\\' ? this.#class() : null;
      if (known === null) this.#addRange(characters, character);
      else
        for (let code = 0; code < SIZE; code++)
          characters[code] = (characters[code] ?? 0) | (known[code] ?? 0);
    }
    return isNegated ? negated(characters) : characters;
  }

  /** One character, or a range of which it is the first. */
  #addRange(characters: Uint8Array, character: string): void {
    const from = character === '\\' ? this.#escaped() : character.charCodeAt(0);
    if (this.#source[this.#at] !== '-' || this.#source[this.#at + 1] === ']') {
      this.#range(characters, from, from);
      return;
    }
    const next = this.#source[this.#at + 1] ?? '';
    this.#at += 2;
    this.#range(characters, from, next === '\\' ? this.#escaped() : next.charCodeAt(0));
  }

  /** Adds what lies between two codes, in both cases where the pattern ignores case. */
  #range(characters: Uint8Array, from: number, to: number): Characters {
    for (let code = from; code <= to && code < SIZE; code++) {
      characters[code] = 1;
      if (!this.#ignoresCase || !isLetter(code)) continue;
      characters[code ^ 32] = 1;
    }
    return characters;
  }

  /** The code of the character behind a backslash. */
  #escaped(): number {
    const coded = this.#take(/u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})/y);
    if (coded !== null) return Number.parseInt(coded[1] ?? coded[2] ?? '', 16);
    const character = this.#source[this.#at++] ?? '';
    if (/[pPkc1-9]/.test(character)) throw new Error(`unknown syntax \\${character} in ${this.#source}`);
    return CONTROLS[character] ?? character.charCodeAt(0);
  }

  #take(syntax: RegExp): RegExpExecArray | null {
    syntax.lastIndex = this.#at;
    const match = syntax.exec(this.#source);
    if (match !== null) this.#at = syntax.lastIndex;
    return match;
  }
}

function negated(characters: Characters): Characters {
  return characters.map((each) => 1 - each);
}

function charactersOf(isOne: (code: number) => boolean): Characters {
  return Uint8Array.from({ length: SIZE }, (_, code) => (isOne(code) ? 1 : 0));
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
