import type * as z from 'zod';
import { type Rejection, rejection } from '../../domain/rejection.js';
import { findJson } from '../edits/formats/relaxed-json.js';
import { plainLine } from './plain-text.js';
import { type ModelReply, replySchema } from './reply.js';

/** The one decoration that is tolerated: the whole reply in a fence of backticks. */
const FENCED = /^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n```$/;

function pathOf(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? 'the reply' : issue.path.join('.');
}

function refuse(issues: readonly z.core.$ZodIssue[]): Rejection {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
  );
  if (unknown.length > 0) {
    const names = plainLine(unknown.join(', '), 300);
    return rejection('unknown-field', `The reply has fields that it may not have: ${names}.`);
  }
  const faults = issues.slice(0, 5).map((issue) => `${pathOf(issue)}: ${issue.message}`);
  return rejection(
    'malformed',
    `The reply does not have the form asked for. ${plainLine(faults.join('; '), 600)}`,
  );
}

/** What was meant for JSON, well-formed or not. */
const JSON_START = /^(?:`{3,}json\s*)?[[{]/i;

const CUT_OFF = rejection('truncated', 'The reply ends before its JSON object is closed. Answer with less.');

/** A reply of the form asked for, a refusal of one that is nearly so, or text that is no JSON. */
export type ReadReply =
  | { readonly kind: 'reply'; readonly reply: ModelReply }
  | Rejection
  | { readonly kind: 'not-json'; readonly refusal: Rejection };

/** A model's text as a reply. Nothing is guessed: one JSON object of the schema, at most in one fence, or a rejection. */
export function readReply(text: string): ReadReply {
  const trimmed = text.trim();
  if (trimmed === '') return rejection('empty-reply', 'The reply is empty.');
  let value: unknown;
  try {
    value = JSON.parse(FENCED.exec(trimmed)?.[1] ?? trimmed);
  } catch (error) {
    const why = plainLine(error instanceof Error ? error.message : String(error), 200);
    const refusal = rejection('malformed', `The reply is not one JSON object and nothing else: ${why}.`);
    if (!JSON_START.test(trimmed)) return { kind: 'not-json', refusal };
    return findJson(trimmed, 0)?.kind === 'cut' ? CUT_OFF : refusal;
  }
  const parsed = replySchema.safeParse(value);
  return parsed.success ? { kind: 'reply', reply: parsed.data } : refuse(parsed.error.issues);
}
