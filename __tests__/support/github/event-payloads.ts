import { createRequire } from 'node:module';
import { linksOf, type Scene } from './route.js';
import type { CommentRecord, RunRecord } from './state.js';
import { commentView, issueView } from './views/issue-view.js';
import { repositoryView } from './views/repository-view.js';
import { lastAttempt, runView, workflowView } from './views/run-view.js';
import { userView } from './views/user-view.js';
import type { World } from './world.js';

type Payload = Readonly<Record<string, unknown>>;

/** Payloads that GitHub really sent, with this repository's facts in the place of theirs. */
export interface EventPayloads {
  /** `workflow_run`, completed, of the run's last attempt. */
  workflowRun(run: RunRecord): Payload;
  /** `workflow_dispatch` on the default branch. */
  workflowDispatch(inputs: Readonly<Record<string, string>>, sender?: string): Payload;
  /** `issue_comment`, created, under an issue or a pull request. */
  issueComment(comment: CommentRecord): Payload;
}

// A JSON file is the package's entry, which an import could not load without naming its type.
const require = createRequire(import.meta.url);

type Definitions = readonly { readonly name: string; readonly examples: readonly Payload[] }[];

/** The newest example of the event and action. */
function example(name: string, action?: string): Payload {
  const definitions = require('@octokit/webhooks-examples') as Definitions;
  const examples = definitions.find((definition) => definition.name === name)?.examples ?? [];
  const found = examples.filter((each) => action === undefined || each.action === action).at(-1);
  if (found === undefined) throw new Error(`@octokit/webhooks-examples has no ${name} ${action ?? ''}`);
  return found;
}

function over(payload: Payload, key: string, facts: Payload): Payload {
  return { ...(payload[key] as Payload), ...facts };
}

export function createEventPayloads({ state, git }: World, site: string): EventPayloads {
  const scene: Scene = { state, git, links: linksOf(state, { site, api: site }) };
  const sent = (payload: Payload, sender: string): Payload => {
    const { organization: _, installation: __, ...rest } = payload;
    return {
      ...rest,
      repository: over(payload, 'repository', repositoryView(scene)),
      sender: over(payload, 'sender', userView(scene, sender)),
    };
  };
  return {
    workflowRun: (run) => {
      const payload = example('workflow_run', 'completed');
      const workflow = state.workflows.find((each) => each.id === run.workflow);
      if (workflow === undefined) throw new Error(`run ${run.id} has no workflow`);
      return {
        ...sent(payload, run.triggeringActor),
        workflow: over(payload, 'workflow', workflowView(scene, workflow, run.createdAt)),
        workflow_run: over(payload, 'workflow_run', runView(scene, run, lastAttempt(run))),
      };
    },
    workflowDispatch: (inputs, sender = 'octocat') => ({
      ...sent(example('workflow_dispatch'), sender),
      ref: `refs/heads/${state.repository.defaultBranch}`,
      inputs,
    }),
    issueComment: (comment) => {
      const payload = example('issue_comment', 'created');
      const issue = state.issues.find((each) => each.number === comment.issue);
      if (issue === undefined) throw new Error(`comment ${comment.id} lies under no issue`);
      return {
        ...sent(payload, comment.author),
        issue: over(payload, 'issue', issueView(scene, issue)),
        comment: over(payload, 'comment', commentView(scene, comment)),
      };
    },
  };
}
