import { type ClassOverride, FILE_CLASSES, type FileClass } from '../domain/file-class.js';
import { suggestion } from './suggest.js';

/** What is wrong with `CLASS=GLOB`, in words; null when nothing is. */
export function classOverrideFault(text: string): string | null {
  const [name = '', glob = ''] = split(text);
  if (glob === '') return `${JSON.stringify(text)} is not CLASS=GLOB`;
  return isClass(name) ? null : `unknown class ${name}${suggestion(name, FILE_CLASSES)}`;
}

/** Those of `texts` that have no fault. */
export function readClassOverrides(texts: readonly string[]): readonly ClassOverride[] {
  return texts.flatMap((text) => {
    const [name = '', glob = ''] = split(text);
    return isClass(name) ? [{ name, glob }] : [];
  });
}

const split = (text: string): readonly string[] => {
  const at = text.indexOf('=');
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

const isClass = (name: string): name is FileClass => FILE_CLASSES.some((each) => each === name);
