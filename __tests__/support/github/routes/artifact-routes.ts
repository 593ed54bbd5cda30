import { answer, type Call, fault, list, notFound, type Reply, type Route, route } from '../route.js';
import { artifactView } from '../views/run-view.js';

export const artifactRoutes: readonly Route[] = [
  route('actions/list-workflow-run-artifacts', ['actions:read'], listArtifacts),
  route('actions/download-artifact', ['actions:read'], download),
];

function listArtifacts(call: Call): Reply {
  const run = call.state.runs.find((each) => each.id === Number(call.path.run_id));
  if (run === undefined) return notFound();
  const found = call.state.artifacts
    .filter((artifact) => artifact.run === run.id)
    .filter((artifact) => call.query.name === undefined || artifact.name === call.query.name);
  return list(found, (artifact) => artifactView(call, artifact, run.createdAt), 'artifacts');
}

function download(call: Call): Reply {
  const artifact = call.state.artifacts.find((each) => each.id === Number(call.path.artifact_id));
  if (artifact === undefined) return notFound();
  if (artifact.isExpired) return fault(410, 'Artifact has expired');
  return { ...answer(302), headers: { location: call.signedLink(`/artifacts/${artifact.id}`) } };
}
