/**
 * The id of a workflow run, from a number or from the run's page, or null when the text is neither. A page of another
 * repository is no answer (TRG-11).
 */
export function parseRunId(text: string, repositoryUrl: string): number | null {
  const id = /^\d{1,15}$/.exec(text)?.[0] ?? pageId(text, repositoryUrl);
  return id === undefined || Number(id) === 0 ? null : Number(id);
}

function pageId(text: string, repositoryUrl: string): string | undefined {
  const prefix = `${repositoryUrl}/actions/runs/`;
  if (!text.toLowerCase().startsWith(prefix.toLowerCase())) return undefined;
  return /^(\d{1,15})(?:\/(?:attempts\/\d+|job\/\d+)?)?(?:[?#].*)?$/.exec(text.slice(prefix.length))?.[1];
}
