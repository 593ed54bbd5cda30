import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Where this server listens: `http://127.0.0.1:4711`. */
  readonly site: string;
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
