import { resolve } from 'node:path';
import { agentEnvironment, createCommandModel } from '../adapters/model/command-model.js';
import { createOpenAiModel, OPENAI_URL } from '../adapters/model/openai-model.js';
import { priceOf } from '../adapters/model/price-table.js';
import { readRecording } from '../adapters/model/recording.js';
import { createReplayModel } from '../adapters/model/replay-model.js';
import { createCommandRunner } from '../adapters/process/create-command-runner.js';
import type { EndpointMemory } from '../adapters/store/endpoint-memory.js';
import type { RunSettings } from '../config/settings.js';
import { UsageError } from '../config/usage-error.js';
import type { Price } from '../domain/model-call.js';
import { HOW_TO_SET_A_MODEL } from '../domain/no-model.js';
import type { Workspace } from '../isolate/workspace.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Model } from '../repair/model/model.js';
import type { Host } from './host.js';
import type { StopSignals } from './stop-signals.js';

export type Provider = NonNullable<RunSettings['provider']>;

/** What a provider is built from, once workspace and ledger are there. */
export interface ModelParts {
  readonly workspace: Workspace;
  readonly ledger: Ledger;
  readonly stop: StopSignals;
  readonly endpoints: EndpointMemory;
}

/** The chosen provider: its name for reports, and how to build its model (null: none proposes patches). */
export interface ModelChoice {
  readonly provider: Provider;
  /** Said once when nobody chose. */
  readonly note: string | null;
  readonly build: (parts: ModelParts) => Model | null;
}

/**
 * Without `--provider`: openai when a key and a model are set, else none. Recordings are read here, so that a bad one
 * ends the command before anything starts.
 * @throws UsageError when the provider lacks its key, or a limit on the cost lacks the price.
 */
export async function chooseModel(settings: RunSettings, host: Host): Promise<ModelChoice> {
  const apiKey = host.environment.OPENAI_API_KEY ?? '';
  const provider = settings.provider ?? (apiKey !== '' && settings.model !== null ? 'openai' : 'none');
  const note =
    settings.provider === null && provider === 'none' ? `no model is on: ${HOW_TO_SET_A_MODEL}` : null;
  const price = priceOfProvider(provider, settings);
  return { provider, note, build: await builderOf(provider, { settings, apiKey, price, host }) };
}

function priceOfProvider(provider: Provider, settings: RunSettings): Price | null {
  const { model, baseUrl, price: overrides, maxCost } = settings;
  const name = provider === 'openai' ? (model ?? '') : provider;
  const isOpenAi = provider === 'openai' && (baseUrl === null || baseUrl === OPENAI_URL);
  const price =
    provider === 'none' || provider === 'command' ? null : priceOf({ model: name, isOpenAi, overrides });
  if (maxCost === null || price !== null || provider === 'none') return price;
  throw new UsageError([
    provider === 'command'
      ? '--max-cost cannot hold for --provider command, which does not say what it costs; limit it with --model-timeout and --max-model-calls'
      : `--max-cost needs the price of ${name}: add --price ${name}=IN,OUT (US dollars for a million tokens)`,
  ]);
}

interface BuilderParts {
  readonly settings: RunSettings;
  readonly apiKey: string;
  readonly price: Price | null;
  readonly host: Host;
}

async function builderOf(
  provider: Provider,
  { settings, apiKey, price, host }: BuilderParts,
): Promise<ModelChoice['build']> {
  switch (provider) {
    case 'none':
      return () => null;
    case 'openai': {
      if (apiKey === '') throw new UsageError(['--provider openai needs the key in OPENAI_API_KEY']);
      const model = settings.model ?? '';
      const baseUrl = settings.baseUrl ?? OPENAI_URL;
      const options = { apiKey, model, baseUrl, price, timeoutMs: timeoutOf(settings) };
      return ({ endpoints }) =>
        createOpenAiModel({
          ...options,
          traits: endpoints.recall(baseUrl, model),
          remember: (traits) => endpoints.remember(baseUrl, model, traits),
        });
    }
    case 'replay': {
      const recording = await readRecording(resolve(host.currentFolder, settings.recording ?? '')).catch(
        (error: Error) => {
          throw new UsageError([`--recording: ${error.message}`]);
        },
      );
      return () => createReplayModel(recording, price);
    }
    case 'command':
      return (parts) => commandModel(settings, host, parts);
  }
}

const timeoutOf = ({ modelTimeout }: RunSettings): number | null =>
  modelTimeout === null ? null : modelTimeout * 1000;

function commandModel(settings: RunSettings, host: Host, { workspace, ledger, stop }: ModelParts): Model {
  const runner = createCommandRunner({
    baseEnvironment: {},
    agentEnvironment: agentEnvironment(host.environment, settings.modelEnv),
    temporaryDirectory: workspace.temporaryDirectory,
    hurry: stop.hurry,
  });
  return createCommandModel({
    command: settings.modelCommand ?? '',
    workspace,
    runner,
    temporaryDirectory: workspace.temporaryDirectory,
    timeoutMs: timeoutOf(settings),
    commitOf: (revisionId) => {
      const revision = ledger.state.revisions.find((each) => each.revisionId === revisionId);
      if (revision === undefined) throw new Error(`no revision ${revisionId} in this run`);
      return revision.commit;
    },
  });
}
