/**
 * Names of files that test runners and their languages load by themselves. One that a gate plants while it runs steers
 * what runs after it, although no patch touched it.
 */
const LOADED_BY_NAME =
  /(?:^|\/)(?:(?:conftest|sitecustomize|usercustomize)\.py|(?:pytest|tox)\.ini|(?:jest|vitest|babel|karma|ava)\.config\.\w+|\.(?:mocharc|babelrc|taprc|nycrc|swcrc|npmrc|rspec)(?:\.\w+)?|phpunit\.xml(?:\.dist)?)$/;

export const isRunnerFile = (path: string): boolean => LOADED_BY_NAME.test(path);

/** Names of files in which runners report their tests (JUnit XML, CTRF). */
export const isReportFile = (path: string): boolean => /\.xml$|\.json$(?<=ctrf[^/]*)/i.test(path);
