import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { completeReply, type ScriptedReply } from './run-cli.js';

export const MODEL_KEY = 'sk-test-0123456789abcdef0123456789';

/** A reply that is bound to the prompt it answers, with the tokens it is billed for; or an answer of another form. */
export type ModelAnswer =
  | { readonly reply: ScriptedReply; readonly usage?: readonly [prompt: number, completion: number] }
  | FixtureResponse;

export interface ScriptedModel {
  readonly mock: LLMock;
  /** Flags and environment with which a run asks this model. */
  readonly args: () => readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Answers of the coming requests, one each; more requests than answers are a fault of the test. */
  script(answers: readonly ModelAnswer[]): void;
  /** The user's message of each request so far, retries included. */
  prompts(): readonly string[];
}

/** An OpenAI-compatible endpoint on loopback, for the tests of one file, that answers by script. */
export function scriptedModel(): ScriptedModel {
  const mock = new LLMock({
    port: 0,
    host: '127.0.0.1',
    strict: true,
    logLevel: 'silent',
    auth: { apiKeys: [MODEL_KEY] },
  });
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
  return {
    mock,
    args: () => ['--provider', 'openai', '--model', 'scripted', '--base-url', `${mock.url}/v1`],
    env: { OPENAI_API_KEY: MODEL_KEY },
    script(answers) {
      const left = [...answers];
      mock.on({ userMessage: /./ }, (request) => respond(left.shift(), request));
    },
    prompts: () => mock.getRequests().map(({ body }) => promptOf(body as ChatCompletionRequest)),
  };
}

function promptOf({ messages }: ChatCompletionRequest): string {
  return messages.flatMap(({ role, content }) => (role === 'user' ? [String(content)] : [])).join('\n');
}

function respond(answer: ModelAnswer | undefined, request: ChatCompletionRequest): FixtureResponse {
  if (answer === undefined) return { error: { message: 'the script has no more answers' }, status: 400 };
  if (!('reply' in answer)) return answer;
  const { reply, usage = [0, 0] } = answer;
  const text = typeof reply === 'string' ? reply : JSON.stringify(completeReply(reply));
  return {
    content: bindTo(promptOf(request), text),
    usage: { prompt_tokens: usage[0], completion_tokens: usage[1] },
  };
}

/** A model copies the ids from the message. */
function bindTo(prompt: string, text: string): string {
  return text.replaceAll(
    /\{\{(baseRevisionId|executionId)\}\}/g,
    (_, id: string) => new RegExp(`^${id}: (\\S+)$`, 'm').exec(prompt)?.[1] ?? 'not in the prompt',
  );
}
