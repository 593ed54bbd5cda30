import { isList, isMap, type Template, type TemplateMap } from './template.js';

/** What decides how the text of a step runs; null where nothing is said. */
interface RunSettings {
  readonly shell: Template;
  readonly workingDirectory: Template;
}

export interface Step extends RunSettings {
  readonly name: Template;
  readonly run: Template;
  readonly uses: Template;
  readonly with: Template;
  readonly condition: Template;
  readonly environment: Template;
  readonly continueOnError: Template;
}

export interface Job extends RunSettings {
  readonly id: string;
  readonly name: Template;
  /** A workflow that is called in place of steps. */
  readonly uses: Template;
  readonly with: Template;
  readonly runsOn: Template;
  readonly environment: Template;
  readonly matrix: Template;
  readonly container: Template;
  readonly services: readonly string[];
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly environment: Template;
  /** What a caller may hand over: the default of each, by name. */
  readonly inputs: ReadonlyMap<string, Template>;
  readonly jobs: readonly Job[];
}

/** The parts of a workflow that decide what its jobs run; defaults are already those of each job. */
export function readWorkflow(workflow: TemplateMap): Workflow {
  const defaults = runDefaults(workflow);
  const jobs = mapAt(workflow, 'jobs');
  const inputs = mapAt(mapAt(mapAt(workflow, 'on'), 'workflow_call'), 'inputs');
  return {
    environment: at(workflow, 'env'),
    inputs: new Map([...inputs].map(([name, input]) => [name, isMap(input) ? defaultOf(input) : null])),
    jobs: [...jobs].flatMap(([id, job]) => (isMap(job) ? [readJob(id, job, defaults)] : [])),
  };
}

function readJob(id: string, job: TemplateMap, defaults: RunSettings): Job {
  const own = runDefaults(job);
  const steps = at(job, 'steps');
  return {
    id,
    name: at(job, 'name'),
    uses: at(job, 'uses'),
    with: at(job, 'with'),
    runsOn: at(job, 'runs-on'),
    environment: at(job, 'env'),
    matrix: at(mapAt(job, 'strategy'), 'matrix'),
    container: at(job, 'container'),
    services: [...mapAt(job, 'services').keys()],
    shell: own.shell ?? defaults.shell,
    workingDirectory: own.workingDirectory ?? defaults.workingDirectory,
    steps: (isList(steps) ? steps : []).filter(isMap).map(readStep),
  };
}

/** GitHub's own where none is given. */
function defaultOf(input: TemplateMap): Template {
  const own = at(input, 'default');
  if (own !== null) return own;
  const type = at(input, 'type');
  return type === 'boolean' ? false : type === 'number' ? 0 : '';
}

function readStep(step: TemplateMap): Step {
  return {
    name: at(step, 'name'),
    run: at(step, 'run'),
    uses: at(step, 'uses'),
    with: at(step, 'with'),
    condition: at(step, 'if'),
    environment: at(step, 'env'),
    shell: at(step, 'shell'),
    workingDirectory: at(step, 'working-directory'),
    continueOnError: at(step, 'continue-on-error'),
  };
}

function runDefaults(owner: TemplateMap): RunSettings {
  const run = mapAt(mapAt(owner, 'defaults'), 'run');
  return { shell: at(run, 'shell'), workingDirectory: at(run, 'working-directory') };
}

const at = (map: TemplateMap, key: string): Template => map.get(key) ?? null;

function mapAt(map: TemplateMap, key: string): TemplateMap {
  const value = map.get(key);
  return isMap(value) ? value : new Map();
}
