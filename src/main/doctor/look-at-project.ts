import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readRunSettings } from '../../config/read-settings.js';
import type { RunSettings } from '../../config/settings.js';
import { UsageError } from '../../config/usage-error.js';
import { fine, missing, note, type Observation } from '../../domain/observation.js';
import type { Recipe } from '../../repair/recipes/recipe.js';
import type { ChosenGate } from '../choose-gate.js';
import { chooseModel } from '../choose-model.js';
import { chooseRecipes } from '../choose-recipes.js';
import type { Environment, Host } from '../host.js';

/** Settings as the file changes them, or its faults. */
export function lookAtConfig(
  args: readonly string[],
  text: string | null,
): { readonly settings: RunSettings | null; readonly observation: Observation } {
  const topic = 'configuration';
  try {
    const settings = readRunSettings(args, text);
    const said =
      text === null
        ? 'there is no .github/smart-fix.yml, and none is needed.'
        : '.github/smart-fix.yml is valid.';
    return { settings, observation: fine(topic, said) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {
      settings: null,
      observation: missing(topic, `${error.faults.join('; ')}.`, ['# edit .github/smart-fix.yml']),
    };
  }
}

/** `choose` names or infers the gate, and throws a UsageError where it can do neither. */
export async function lookAtGate(
  choose: () => Promise<Pick<ChosenGate, 'gate'>>,
  add: readonly string[],
): Promise<Observation> {
  try {
    const { commands, setup } = (await choose()).gate;
    const before =
      setup.length === 0 ? '' : `, after the setup ${setup.map(({ text }) => quoted(text)).join(', ')}`;
    return fine('gate', `${commands.map(({ text }) => quoted(text)).join(', ')}${before}.`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return missing('gate', `${error.faults.join('; ')}.`, add);
  }
}

const quoted = (text: string): string => `\`${text.replaceAll(/\s+/g, ' ').slice(0, 100)}\``;

/** Who proposes a repair: the model, if one is on, and the recipes. */
export async function lookAtStrategies(
  settings: RunSettings,
  host: Host,
  add: readonly string[],
): Promise<readonly Observation[]> {
  const recipes = chooseRecipes(settings);
  const model = await lookAtModel(settings, host, recipes.length > 0, add);
  return [model, lookAtRecipes(recipes, host.environment, host.currentFolder)];
}

async function lookAtModel(
  settings: RunSettings,
  host: Host,
  hasRecipes: boolean,
  add: readonly string[],
): Promise<Observation> {
  try {
    const { provider } = await chooseModel(settings, host);
    if (provider !== 'none')
      return fine('model', `${provider}${settings.model === null ? '' : `, ${settings.model}`}.`);
    return hasRecipes
      ? note('model', 'none is on: recipes alone repair.', add)
      : missing('model', 'none is on, and no recipe either: nobody proposes a repair.', add);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return missing('model', `${error.faults.join('; ')}.`, add);
  }
}

/** A tool that is not there now may be one that the setup installs. */
function lookAtRecipes(recipes: readonly Recipe[], { PATH = '' }: Environment, root: string): Observation {
  if (recipes.length === 0) return note('recipes', 'none is on.', ['recipes: all']);
  const folders = [...PATH.split(delimiter), ...OWN_FOLDERS.map((folder) => join(root, folder))];
  const isHere = (name: string) => folders.some((folder) => isProgram(join(folder, name)));
  const withTool = recipes.flatMap(({ name, tool }) =>
    tool === undefined ? [] : [{ name, tool: tool.name }],
  );
  const [here, away] = [true, false].map((wanted) =>
    withTool.filter(({ tool }) => isHere(tool) === wanted).map(({ name }) => name),
  );
  const free = recipes.length - withTool.length;
  return fine(
    'recipes',
    `${recipes.length} are on. ${free} need no tool; of the others ${list(here)} have theirs here, and ${list(away)} do not, unless the setup installs it.`,
  );
}

const OWN_FOLDERS = ['node_modules/.bin', '.venv/bin', 'venv/bin', 'vendor/bin'];

const list = (names: readonly string[] = []): string => (names.length === 0 ? 'none' : names.join(', '));

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
