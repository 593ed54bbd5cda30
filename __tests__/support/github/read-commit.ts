import type { BareRepository } from './bare-repository.js';

export interface CommitFacts {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: SignatureFacts;
  readonly committer: SignatureFacts;
  readonly message: string;
}

interface SignatureFacts {
  readonly name: string;
  readonly email: string;
  /** ISO 8601, UTC */
  readonly date: string;
}

/** @throws Error when the object is no commit. */
export function readCommit(git: BareRepository, sha: string): CommitFacts {
  const text = git.history('cat-file', 'commit', sha);
  const end = text.indexOf('\n\n');
  const headers = text.slice(0, end).split('\n');
  const all = (name: string): string[] =>
    headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  return {
    sha,
    tree: all('tree')[0] ?? '',
    parents: all('parent'),
    author: signature(all('author')[0] ?? ''),
    committer: signature(all('committer')[0] ?? ''),
    message: text.slice(end + 2).replace(/\n$/, ''),
  };
}

function signature(line: string): SignatureFacts {
  const [, name = '', email = '', seconds = '0'] = /^(.*) <(.*)> (\d+) /.exec(line) ?? [];
  return { name, email, date: `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z` };
}
