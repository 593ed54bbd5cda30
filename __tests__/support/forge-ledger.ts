import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainEntry, FIRST_PREVIOUS } from '../../src/ledger/chain.js';
import type { Entry, Fact } from '../../src/ledger/entry.js';

export function readFacts(artifact: string): readonly Fact[] {
  const lines = readFileSync(join(artifact, 'ledger.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as Entry).fact);
}

/** Writes other facts in a chain that holds, as one who can write the file could; answers its last hash. */
export function forgeLedger(artifact: string, forge: (fact: Fact) => Fact): string {
  let previous = FIRST_PREVIOUS;
  const lines = readFacts(artifact).map((fact, index) => {
    const entry = chainEntry(index + 1, new Date().toISOString(), forge(fact), previous);
    previous = entry.hash;
    return `${JSON.stringify(entry)}\n`;
  });
  writeFileSync(join(artifact, 'ledger.jsonl'), lines.join(''));
  return previous;
}

/** Adds a fact to a chain that holds, as a job that took it up could; answers its last hash. */
export function addFact(artifact: string, fact: Fact): string {
  const path = join(artifact, 'ledger.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '') as Entry;
  const entry = chainEntry(lines.length + 1, new Date().toISOString(), fact, last.hash);
  writeFileSync(path, [...lines, JSON.stringify(entry), ''].join('\n'));
  return entry.hash;
}
