import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createOpenAiModel } from '../../../src/adapters/model/openai-model.js';
import { readReply } from '../../../src/repair/model/read-reply.js';
import type { Answer } from '../../../src/repair/strategy.js';
import { freshEndpoint } from '../../support/fresh-endpoint.js';
import { type HttpStub, startHttpStub } from '../../support/http-stub.js';

const KEY = 'sk-test-0123456789abcdef0123456789';

const prompt = {
  system: 'You repair.',
  user: 'It fails.',
  binding: { baseRevisionId: 'base-1', executionId: 'run-1' },
};

const reply = {
  baseRevisionId: 'base-1',
  executionId: 'run-1',
  diagnosis: 'd',
  changeSummary: 's',
  edits: [],
  looks: [],
  giveUp: 'No.',
};

interface AskOptions {
  readonly model?: string;
  readonly limitMs?: number;
  readonly signal?: AbortSignal;
}

async function ask(baseUrl: string, options: AskOptions = {}): Promise<Answer> {
  const { model = 'gpt-test', limitMs = 20_000, signal = new AbortController().signal } = options;
  const answer = await createOpenAiModel({ ...freshEndpoint, apiKey: KEY, model, baseUrl }).ask(prompt, {
    signal,
    limitMs,
    maxCompletionTokens: null,
  });
  expect(JSON.stringify(answer)).not.toContain(KEY);
  return answer;
}

const unavailable = (words: string) => ({
  kind: 'unavailable',
  reason: 'model-unavailable',
  detail: expect.stringContaining(words),
});

describe('against aimock', () => {
  const mock = new LLMock({
    port: 0,
    host: '127.0.0.1',
    strict: true,
    logLevel: 'silent',
    auth: { apiKeys: [KEY] },
  });
  const url = () => `${mock.url}/v1`;
  beforeAll(async () => {
    await mock.start();
  });
  beforeEach(() => {
    mock.reset();
    mock.clearChaos();
  });
  afterAll(async () => {
    await mock.stop();
  });

  const onFirst = (count: number) => ({ sequenceIndex: count, userMessage: /^It fails\.$/ });

  test('a structured reply comes back with its usage, asked for by the strict schema of the reply', async () => {
    mock.on(
      { userMessage: /^It fails\.$/, responseFormat: 'json_schema' },
      {
        content: JSON.stringify(reply),
        usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
      },
    );
    const answer = await ask(url());
    expect(answer).toMatchObject({ kind: 'text', usage: { promptTokens: 11, completionTokens: 7 } });
    expect(readReply(answer.kind === 'text' ? answer.text : '')).toEqual({ kind: 'reply', reply });
    const body = mock.getLastRequest()?.body as unknown as Record<string, unknown>;
    expect(body).toMatchObject({
      model: 'gpt-test',
      messages: [
        { role: 'system', content: 'You repair.' },
        { role: 'user', content: 'It fails.' },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: {
          strict: true,
          schema: { additionalProperties: false, required: expect.arrayContaining(Object.keys(reply)) },
        },
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/m(?:ax|in)(?:Length|Items|imum)|\$schema|oneOf|"default"/);
  });

  test('a rate limit is waited out as the provider asks, and never becomes an answer', async () => {
    mock.on(onFirst(0), { error: { message: 'slow down', type: 'rate_limit' }, status: 429, retryAfter: 1 });
    mock.on(onFirst(1), { content: '{}' });
    const startedAt = performance.now();
    expect(await ask(url())).toMatchObject({ kind: 'text', text: '{}' });
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(mock.getRequests()).toHaveLength(2);
  });

  test('a rate limit without end is unavailable after three retries', async () => {
    mock.onMessage(/./, { error: { message: `quota of ${KEY}` }, status: 429, retryAfter: 0 });
    expect(await ask(url())).toMatchObject(unavailable('(429): '));
    expect(mock.getRequests()).toHaveLength(4);
  });

  test('a server error that passes is retried', async () => {
    mock.on(onFirst(0), { error: { message: 'oops' }, status: 500 });
    mock.on(onFirst(1), { content: '{}' });
    expect(await ask(url())).toMatchObject({ kind: 'text', text: '{}' });
  });

  test('a server error that stays is unavailable', async () => {
    mock.onMessage(/./, { error: { message: 'oops' }, status: 503 });
    expect(await ask(url())).toMatchObject(unavailable('failed with 503'));
  });

  test('an endpoint that says nothing within the limit is unavailable', async () => {
    mock.onMessage(/./, { content: '{}' });
    mock.setChaos({ latencyMs: 3000 });
    expect(await ask(url(), { limitMs: 300 })).toMatchObject(unavailable('did not answer within'));
  });

  test('a limit may be a fraction of milliseconds, as clocks give it', async () => {
    mock.onMessage(/./, { content: '{}' });
    expect(await ask(url(), { limitMs: 20_000.5 })).toMatchObject({ kind: 'text' });
  });

  test('a call that is called off is cancelled at once', async () => {
    mock.onMessage(/./, { content: '{}' });
    mock.setChaos({ latencyMs: 10_000 });
    const startedAt = performance.now();
    expect(await ask(url(), { signal: AbortSignal.timeout(100) })).toEqual({ kind: 'cancelled' });
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(await ask(url(), { signal: AbortSignal.abort() })).toEqual({ kind: 'cancelled' });
  });

  test('a connection that drops is retried, then unavailable', async () => {
    mock.onMessage(/./, { content: '{}' });
    mock.setChaos({ disconnectRate: 1 });
    expect(await ask(url())).toMatchObject(unavailable('No connection to 127.0.0.1'));
  });

  test('a body that is broken JSON is unavailable', async () => {
    mock.onMessage(/./, { content: '{}' });
    mock.setChaos({ malformedRate: 1 });
    expect(await ask(url())).toMatchObject(unavailable('broken JSON'));
  });

  test('an answer that was cut is truncated, although it holds text', async () => {
    mock.onMessage(/./, { content: JSON.stringify(reply), finishReason: 'length' });
    expect(await ask(url())).toMatchObject({ kind: 'truncated' });
  });

  test('an answer that the content filter held back is refused', async () => {
    mock.onMessage(/./, { content: '{"a', finishReason: 'content_filter' });
    expect(await ask(url())).toMatchObject({ kind: 'filtered' });
  });

  test('an answer whose content is broken JSON is text, for the reader to refuse', async () => {
    mock.onMessage(/./, { content: '{"baseRevisionId": ' });
    expect(await ask(url())).toMatchObject({ kind: 'text', text: '{"baseRevisionId": ' });
  });

  test('a tool call is never executed and counts as empty', async () => {
    mock.onMessage(/./, { toolCalls: [{ name: 'shell', arguments: '{"command":"id"}' }] });
    expect(await ask(url())).toMatchObject({ kind: 'empty', detail: expect.stringContaining('tool_calls') });
  });

  test('an unknown key is a question of permission, asked once', async () => {
    const model = createOpenAiModel({
      ...freshEndpoint,
      apiKey: 'sk-wrong-key-000',
      model: 'gpt-test',
      baseUrl: url(),
    });
    const answer = await model.ask(prompt, {
      signal: new AbortController().signal,
      limitMs: 5000,
      maxCompletionTokens: null,
    });
    expect(answer).toMatchObject({
      kind: 'unavailable',
      reason: 'permission',
      detail: expect.stringContaining('Check the key'),
    });
    expect(JSON.stringify(answer)).not.toContain('sk-wrong-key-000');
  });

  test.each([404, 400])(
    'an unknown model (%s) is a fault of the settings, asked for once',
    async (status) => {
      mock.onMessage(/./, { error: { message: 'no such model', code: 'model_not_found' }, status });
      expect(await ask(url(), { model: 'gpt-none' })).toMatchObject({
        kind: 'unavailable',
        reason: 'missing-input',
        detail: expect.stringContaining('no model gpt-none'),
      });
      expect(mock.getRequests().filter(({ path }) => path.endsWith('/completions'))).toHaveLength(1);
    },
  );

  test('an endpoint that refuses the schema is asked without it, and never with it again', async () => {
    const message =
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.";
    mock.on({ userMessage: /./, responseFormat: 'json_schema' }, { error: { message }, status: 400 });
    mock.onMessage(/./, { content: '{}' });
    const model = createOpenAiModel({ ...freshEndpoint, apiKey: KEY, model: 'old', baseUrl: url() });
    const limits = { signal: new AbortController().signal, limitMs: 5000, maxCompletionTokens: null };
    expect(await model.ask(prompt, limits)).toMatchObject({ kind: 'text', text: '{}' });
    expect(mock.getRequests()).toHaveLength(2);
    expect(await model.ask(prompt, limits)).toMatchObject({ kind: 'text', text: '{}' });
    expect(mock.getRequests()).toHaveLength(3);
  });

  test('a prompt that is too long for the model is no answer of any kind', async () => {
    mock.onMessage(/./, { error: { message: 'too long', code: 'context_length_exceeded' }, status: 400 });
    expect(await ask(url())).toMatchObject({
      kind: 'overflow',
      detail: expect.stringContaining('longer than the context'),
    });
  });
});

describe('against a server that keeps to no rule', () => {
  const stubs: HttpStub[] = [];
  const stub = async (...args: Parameters<typeof startHttpStub>): Promise<HttpStub> => {
    const started = await startHttpStub(...args);
    stubs.push(started);
    return started;
  };
  const json = async (body: unknown, status = 200): Promise<HttpStub> =>
    stub((response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  afterEach(async () => {
    await Promise.all(stubs.splice(0).map((each) => each.close()));
  });

  const message = (fields: object, finish = 'stop') => ({
    choices: [{ finish_reason: finish, message: fields }],
  });

  test.each([
    ['no choices', { choices: [] }],
    ['choices that are missing', {}],
    ['choices that are null', { choices: null }],
    ['null content', message({ content: null })],
    ['an empty text', message({ content: ' ' })],
    ['no message', { choices: [{ finish_reason: 'stop' }] }],
  ])('%s is an empty answer', async (_, body) => {
    const { url } = await json(body);
    expect(await ask(url)).toMatchObject({ kind: 'empty', usage: null });
  });

  test('a refusal is refused in its own words', async () => {
    const { url } = await json(message({ content: null, refusal: 'I cannot help with that.' }));
    expect(await ask(url)).toMatchObject({ kind: 'refused', detail: 'I cannot help with that.' });
  });

  test.each([
    ['a list', []],
    ['a text', 'hello'],
    ['choices of another form', { choices: 'none' }],
  ])('%s is no completion', async (_, body) => {
    const { url } = await json(body);
    expect(await ask(url)).toMatchObject(unavailable('no chat completion'));
  });

  test('a page of HTML is no completion', async () => {
    const { url } = await stub((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    });
    expect(await ask(url)).toMatchObject(unavailable('no chat completion'));
  });

  test('a body that ends half-way is unavailable', async () => {
    const { url } = await stub((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"choices": [');
      setTimeout(() => response.destroy(), 50);
    });
    expect(await ask(url)).toMatchObject({ kind: 'unavailable', reason: 'model-unavailable' });
  });

  test.each([301, 302, 307, 308])(
    'a redirect (%d) is not followed, so the key never reaches another host',
    async (status) => {
      const other = await json(message({ content: '{}' }));
      const { url } = await stub((response) => {
        response.writeHead(status, { location: `${other.url}/v1/chat/completions` }).end();
      });
      expect(await ask(url)).toMatchObject(unavailable('redirects are not followed'));
      expect(other.requests).toEqual([]);
    },
  );

  test('an endpoint without the model is asked which models it has', async () => {
    const models = Array.from({ length: 12 }, (_, at) => ({ id: `m-${String(at).padStart(2, '0')}\u202e` }));
    const { url } = await stub((response, count) => {
      response.writeHead(count === 1 ? 404 : 200, { 'content-type': 'application/json' });
      const fault = { error: { message: 'no such model' } };
      response.end(JSON.stringify(count === 1 ? fault : { object: 'list', data: [...models, null, 7] }));
    });
    const answer = await ask(url, { model: 'gpt-none' });
    expect(answer).toMatchObject({
      reason: 'missing-input',
      detail: expect.stringContaining('It has: m-00, m-01, m-02'),
    });
    expect(answer).toMatchObject({ detail: expect.stringContaining('m-09 and 2 more.') });
    expect(JSON.stringify(answer)).not.toContain('\u202e');
  });

  test('nobody listening is unavailable', async () => {
    const { url, close } = await json({});
    await close();
    expect(await ask(url)).toMatchObject(unavailable('No connection to 127.0.0.1'));
  });

  test('an error that repeats the key is quoted without it', async () => {
    const { url } = await json({ error: { message: `unusable: ${KEY}` } }, 400);
    expect(await ask(url)).toMatchObject(unavailable('unusable: ***'));
  });

  test('a forbidden model is a question of permission', async () => {
    const { url } = await json({ error: { message: 'no' } }, 403);
    expect(await ask(url)).toMatchObject({ kind: 'unavailable', reason: 'permission' });
  });

  test('the environment names no other endpoint or account, and the key goes into one header only', async () => {
    const { url, requests } = await json(message({ content: '{}' }));
    const variables = {
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      OPENAI_ORG_ID: 'org-1',
      OPENAI_PROJECT_ID: 'p-1',
    };
    const saved = Object.keys(variables).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, variables);
    try {
      expect(await ask(url)).toMatchObject({ kind: 'text' });
    } finally {
      for (const [name, value] of saved) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    const { authorization, ...others } = requests[0]?.headers ?? {};
    expect(authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(others)).not.toMatch(/org-1|p-1|sk-test/);
    expect(requests[0]?.body).not.toContain(KEY);
  });
});
