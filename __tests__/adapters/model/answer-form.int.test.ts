import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { EndpointTraits } from '../../../src/adapters/model/answer-form.js';
import { MAX_ANSWER_BYTES } from '../../../src/adapters/model/bounded-fetch.js';
import { createOpenAiModel } from '../../../src/adapters/model/openai-model.js';
import { freshEndpoint } from '../../support/fresh-endpoint.js';
import { type HttpStub, startHttpStub } from '../../support/http-stub.js';

const prompt = {
  system: 'You repair.',
  user: 'It fails.',
  binding: { baseRevisionId: 'base-1', executionId: 'run-1' },
};
const limits = { signal: new AbortController().signal, limitMs: 20_000, maxCompletionTokens: null };

type Body = Readonly<Record<string, unknown>>;
type Respond = (body: Body) => readonly [status: number, answer: unknown];

const stubs: HttpStub[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((each) => each.close()));
});

/** An endpoint that answers by what it was asked, and the bodies that it got. */
async function endpoint(respond: Respond) {
  const stub = await startHttpStub((response: ServerResponse, count) => {
    const [status, answer] = respond(JSON.parse(stub.requests[count - 1]?.body ?? '{}'));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  stubs.push(stub);
  const remembered: EndpointTraits[] = [];
  const model = (options: { readonly traits?: EndpointTraits } = {}) =>
    createOpenAiModel({
      ...freshEndpoint,
      remember: async (traits) => {
        remembered.push(traits);
      },
      apiKey: 'sk-test',
      model: 'm',
      baseUrl: stub.url,
      ...options,
    });
  const bodies = (): readonly Body[] => stub.requests.map(({ body }) => JSON.parse(body));
  return { model, bodies, remembered };
}

const said = (content: string) =>
  [200, { choices: [{ finish_reason: 'stop', message: { content } }] }] as const;
const refused = (message: string, status = 400) => [status, { error: { message } }] as const;
const called = (name: string, args: string) =>
  [
    200,
    {
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { content: null, tool_calls: [{ type: 'function', function: { name, arguments: args } }] },
        },
      ],
    },
  ] as const;

describe('the way to ask for JSON', () => {
  test('is a schema, else a tool, else words alone; what the endpoint took is remembered once', async () => {
    const { model, bodies, remembered } = await endpoint((body) => {
      if ('response_format' in body) return refused('json_schema is not supported by this model');
      if ('tools' in body) return refused('tools are not supported', 422);
      return said('{}');
    });
    const asked = model();
    expect(await asked.ask(prompt, limits)).toMatchObject({ kind: 'text', text: '{}' });
    expect(await asked.ask(prompt, limits)).toMatchObject({ kind: 'text' });
    expect(
      bodies().map((body) => Object.keys(body).filter((key) => !['model', 'messages'].includes(key))),
    ).toEqual([['response_format'], ['tools', 'tool_choice'], [], []]);
    expect(remembered).toEqual([{ answerForm: 'words', lengthField: 'max_completion_tokens' }]);
  });

  test('that an earlier run found out is taken at once', async () => {
    const { model, bodies, remembered } = await endpoint(() => called('propose_repair', '{"a":1}'));
    const traits = { answerForm: 'tool', lengthField: 'max_tokens' } as const;
    expect(await model({ traits }).ask(prompt, limits)).toMatchObject({ kind: 'text', text: '{"a":1}' });
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toMatchObject({
      tools: [{ function: { name: 'propose_repair', parameters: { type: 'object' } } }],
      tool_choice: { function: { name: 'propose_repair' } },
    });
    expect(remembered).toEqual([]);
  });

  test('a tool of any other name is never taken for an answer (INJ-07)', async () => {
    const { model } = await endpoint(() => called('shell', '{"command":"id"}'));
    const traits = { answerForm: 'tool', lengthField: 'max_tokens' } as const;
    expect(await model({ traits }).ask(prompt, limits)).toMatchObject({ kind: 'empty' });
  });

  test('is not changed for an error about something else', async () => {
    const { model, bodies } = await endpoint(() => refused('your account is suspended'));
    expect(await model().ask(prompt, limits)).toMatchObject({ kind: 'unavailable' });
    expect(bodies()).toHaveLength(1);
  });

  test('an endpoint that refuses whatever it is asked ends the call', async () => {
    const { model, bodies, remembered } = await endpoint(() => refused('schema and tools and grammar: no'));
    expect(await model().ask(prompt, limits)).toMatchObject({ kind: 'unavailable' });
    expect(bodies()).toHaveLength(3);
    expect(remembered).toEqual([]);
  });
});

describe('the length of an answer', () => {
  test('is not limited unless the cost is', async () => {
    const { model, bodies } = await endpoint(() => said('{}'));
    await model().ask(prompt, limits);
    expect(JSON.stringify(bodies()[0])).not.toContain('max_');
  });

  test('is limited by the field that the endpoint knows', async () => {
    const { model, bodies, remembered } = await endpoint((body) =>
      'max_completion_tokens' in body
        ? refused('Unrecognized request argument: max_completion_tokens')
        : said('{}'),
    );
    expect(await model().ask(prompt, { ...limits, maxCompletionTokens: 700 })).toMatchObject({
      kind: 'text',
    });
    expect(bodies()[0]).toMatchObject({ max_completion_tokens: 700 });
    expect(bodies()[1]).toMatchObject({ max_tokens: 700 });
    expect(remembered).toEqual([{ answerForm: 'schema', lengthField: 'max_tokens' }]);
  });

  test('that no field can limit is not asked for without one', async () => {
    const { model } = await endpoint((body) =>
      refused(`unknown field ${'max_tokens' in body ? 'max_tokens' : 'max_completion_tokens'}`),
    );
    expect(await model().ask(prompt, { ...limits, maxCompletionTokens: 700 })).toMatchObject({
      kind: 'unavailable',
      detail: expect.stringContaining('max_tokens'),
    });
  });

  test('gives way to the prompt where the context does not hold both', async () => {
    const { model, bodies } = await endpoint((body) =>
      Number(body.max_completion_tokens) > 3000
        ? refused(
            "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 4096 tokens and your request has 900 input tokens",
          )
        : said('{}'),
    );
    expect(await model().ask(prompt, { ...limits, maxCompletionTokens: 32_000 })).toMatchObject({
      kind: 'text',
    });
    expect(bodies().map((body) => body.max_completion_tokens)).toEqual([32_000, 8000, 2000]);
  });

  test('beyond what is read makes the answer overlong', async () => {
    const { model } = await endpoint(() => said('x'.repeat(500_001)));
    expect(await model().ask(prompt, limits)).toMatchObject({
      kind: 'overlong',
      detail: expect.stringContaining('500001 characters'),
    });
  });

  test('that goes on and on is cut off while it comes', async () => {
    const { model } = await endpoint(() => said('x'.repeat(2 * MAX_ANSWER_BYTES)));
    expect(await model().ask(prompt, limits)).toMatchObject({
      kind: 'overlong',
      detail: expect.stringContaining('more than 4 MB'),
    });
  });
});

describe('a prompt that is longer than the context is told apart from other refusals', () => {
  test.each([
    [
      'OpenAI',
      { code: 'context_length_exceeded', message: "This model's maximum context length is 8192 tokens." },
    ],
    [
      'llama.cpp',
      { type: 'exceed_context_size_error', message: 'the request exceeds the available context size' },
    ],
    [
      'vLLM',
      { message: "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens" },
    ],
    ['Anthropic', { message: 'prompt is too long: 250000 tokens > 200000 maximum' }],
    [
      'Mistral',
      {
        message:
          'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      },
    ],
    [
      'Gemini',
      { message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).' },
    ],
    ['Groq', { message: 'Please reduce the length of the messages or completion.' }],
  ])('%s', async (_, error) => {
    const { model, bodies } = await endpoint(() => [400, { error }]);
    expect(await model().ask(prompt, limits)).toMatchObject({ kind: 'overflow' });
    expect(bodies()).toHaveLength(1);
  });

  test('also with status 413', async () => {
    const { model } = await endpoint(() => [413, { error: { message: 'Request too large for model' } }]);
    expect(await model().ask(prompt, limits)).toMatchObject({ kind: 'overflow' });
  });
});

describe('a pause that the provider asks for', () => {
  const limited = (
    headers: Readonly<Record<string, string>>,
    body: object = { error: { message: 'slow down' } },
  ) =>
    startHttpStub((response: ServerResponse, count) => {
      response.writeHead(count === 1 ? 429 : 200, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(count === 1 ? body : said('{}')[1]));
    });
  const ask = async (stub: HttpStub, options: Partial<typeof limits> = {}) => {
    stubs.push(stub);
    const startedAt = performance.now();
    const model = createOpenAiModel({ ...freshEndpoint, apiKey: 'k', model: 'm', baseUrl: stub.url });
    const answer = await model.ask(prompt, { ...limits, ...options });
    return { answer, ms: performance.now() - startedAt };
  };

  test.each([
    ['in milliseconds', { 'retry-after-ms': '300' }],
    ['in seconds', { 'retry-after': '0.3' }],
    ['as a date', { 'retry-after': new Date(Date.now() - 60_000).toUTCString() }],
  ])('is kept to: %s', async (name, headers) => {
    const { answer, ms } = await ask(await limited(headers));
    expect(answer).toMatchObject({ kind: 'text' });
    if (name !== 'as a date') expect(ms).toBeGreaterThan(290);
  });

  test('longer than the run has ends the call at once, and says so', async () => {
    const stub = await limited({ 'retry-after': '300' });
    const { answer, ms } = await ask(stub);
    expect(answer).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('wait 300 s') });
    expect(ms).toBeLessThan(60_000);
    expect(stub.requests).toHaveLength(1);
  });

  test('is over when the run is stopped', async () => {
    const { answer, ms } = await ask(await limited({ 'retry-after': '15' }), {
      signal: AbortSignal.timeout(200),
    });
    expect(answer).toEqual({ kind: 'cancelled' });
    expect(ms).toBeLessThan(14_000);
  });

  test('does not bring back a quota that is used up', async () => {
    const error = { message: 'You exceeded your current quota', code: 'insufficient_quota' };
    const stub = await limited({}, { error });
    expect((await ask(stub)).answer).toMatchObject({ kind: 'unavailable' });
    expect(stub.requests).toHaveLength(1);
  });
});

test('the tokens that the provider had cached are told apart', async () => {
  const { model } = await endpoint(() => [
    200,
    {
      choices: [{ finish_reason: 'stop', message: { content: '{}' } }],
      usage: { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 64 } },
    },
  ]);
  expect(await model().ask(prompt, limits)).toMatchObject({
    usage: { promptTokens: 100, completionTokens: 7, cachedTokens: 64 },
  });
});
