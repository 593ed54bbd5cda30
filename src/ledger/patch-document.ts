import * as z from 'zod';
import type { FileChange } from '../domain/patch.js';
import { patchDigest, type Revision } from '../domain/revision.js';
import type { Binding } from './entry.js';
import { editSchema, readEdits, toEdits } from './patch-edits.js';
import { TamperedError } from './tampered-error.js';

/** A CI fix is far smaller; a document over this is not written, and not read. In bytes. */
export const MAX_DOCUMENT = 1024 * 1024;
const MAX_EXPLANATION = 2000;

const number = z.number().int().positive();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * One revision as it goes from job to job: the whole patch against the base, as data. Published as
 * schemas/patch.schema.json. It names no branch, title, person or command: those are not the proposer's to choose.
 */
export const patchDocumentSchema = z.strictObject({
  schema: z.literal('smart-fix/patch/1'),
  repositoryId: number.nullable().describe('null for a run of one process'),
  runId: number.nullable().describe('of our own workflow run'),
  attempt: number.nullable().describe('of our own workflow run, in which it was admitted'),
  baseSha: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/),
  revisionId: sha256,
  patchDigest: sha256,
  edits: z.array(editSchema).min(1).max(5000),
  explanation: z.string().max(MAX_EXPLANATION).describe("the proposer's words, not evidence"),
});

type PatchDocument = z.infer<typeof patchDocumentSchema>;

export interface DocumentPlace {
  /** Null for a run of one process. */
  readonly binding: Pick<Binding, 'repositoryId' | 'workflowRun'> | null;
  readonly baseCommit: string;
  readonly revision: Pick<Revision, 'revisionId' | 'patchDigest'>;
}

/** The patch does not fit into a document: it is too large to be handed over. */
export class PatchTooLargeError extends Error {
  override readonly name = 'PatchTooLargeError';
}

/** @throws PatchTooLargeError */
export function writePatchDocument(
  place: DocumentPlace,
  changes: readonly FileChange[],
  explanation: string,
): string {
  const document: PatchDocument = {
    ...headOf(place),
    edits: [...toEdits(changes)],
    explanation: explanation.slice(0, MAX_EXPLANATION),
  };
  const text = render(document);
  if (Buffer.byteLength(text) <= MAX_DOCUMENT) return text;
  throw new PatchTooLargeError(
    `The patch is larger than the ${MAX_DOCUMENT} bytes that one job hands to the next; the one-job mode has no such limit.`,
  );
}

/**
 * The changes that a document makes of the base. Only the very text that we write is taken: no key twice, nothing behind
 * the end, no field that we do not know.
 * @throws TamperedError when it is another form, another run's or another revision's, or does not fit the base.
 */
export async function readPatchDocument(
  text: string,
  place: DocumentPlace,
  readBase: (path: string) => Promise<string | null>,
): Promise<readonly FileChange[]> {
  const document = parse(text);
  const { edits, explanation: _, ...head } = document;
  if (render(document) !== text) throw new TamperedError('a patch document is not written as we write it');
  for (const [key, value] of Object.entries(headOf(place))) {
    if (head[key as keyof typeof head] !== value)
      throw new TamperedError(`a patch document has another ${key} than the ledger`);
  }
  const changes = await readEdits(edits, readBase);
  if (patchDigest(changes) !== head.patchDigest)
    throw new TamperedError('a patch document makes another patch than the one that the ledger names');
  return changes;
}

function headOf({
  binding,
  baseCommit,
  revision,
}: DocumentPlace): Omit<PatchDocument, 'edits' | 'explanation'> {
  return {
    schema: 'smart-fix/patch/1',
    repositoryId: binding?.repositoryId ?? null,
    runId: binding?.workflowRun.runId ?? null,
    attempt: binding?.workflowRun.attempt ?? null,
    baseSha: baseCommit,
    revisionId: revision.revisionId,
    patchDigest: revision.patchDigest,
  };
}

function parse(text: string): PatchDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TamperedError('a patch document is not JSON');
  }
  const document = patchDocumentSchema.safeParse(value);
  if (document.success) return document.data;
  throw new TamperedError(`a patch document has another form: ${z.prettifyError(document.error)}`);
}

const render = (document: PatchDocument): string => `${JSON.stringify(document, null, 2)}\n`;
