/** An answer is a few thousand words; what goes on beyond this is no answer. In bytes. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The endpoint went on and on. */
export class OverlongAnswerError extends Error {
  constructor() {
    super(`The answer has more than ${MAX_ANSWER_BYTES / 1024 / 1024} MB.`);
    this.name = 'OverlongAnswerError';
  }
}

/** `fetch` that reads no more of a body than MAX_ANSWER_BYTES, so that no endpoint can fill the memory. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let read = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      read += chunk.byteLength;
      if (read > MAX_ANSWER_BYTES) controller.error(new OverlongAnswerError());
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
};
