import { makeMountPoints } from './mount-points.js';
import type { Enclosure, Sandbox } from './sandbox.js';
import { homeOf, type Places, visiblePaths } from './visible-paths.js';

/** A sandbox for the commands of one workspace. */
export interface Cell extends Pick<Sandbox, 'signal'> {
  enclose(start: CellStart): Promise<Enclosure>;
}

export interface CellStart {
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Names of variables, in capitals, that the command or the person asked for; the others came along. */
  readonly asked: ReadonlySet<string>;
  readonly network: boolean;
}

/**
 * They would lead to a place that cannot be written, or that is not shown: without them tools use their defaults, below
 * the home that they have here.
 */
const OF_ANOTHER_HOME =
  /^(CARGO_HOME|GOPATH|GOBIN|GOCACHE|GOMODCACHE|UV_CACHE_DIR|PIP_CACHE_DIR|NPM_CONFIG_CACHE|GRADLE_USER_HOME|NUGET_PACKAGES|MIX_HOME|HEX_HOME|COMPOSER_HOME|XDG_.*)$/i;

/** A path of this machine, or a list that holds one. In an image of its own the image says where things are. */
const OF_THIS_MACHINE = /^\/|:\/(?!\/)/;

/** `environment` is this process's own: by it the tools of the machine are found. */
export function createCell(
  sandbox: Sandbox,
  environment: Readonly<Record<string, string | undefined>>,
  places: Places,
): Cell {
  return {
    signal: sandbox.signal,
    enclose: async ({ asked, ...start }) => {
      const mounts = visiblePaths(environment, places, sandbox.showsSystem);
      makeMountPoints(mounts);
      const isLost = (name: string, value: string) =>
        OF_ANOTHER_HOME.test(name) ||
        (!sandbox.showsSystem && environment[name] === value && OF_THIS_MACHINE.test(value));
      const kept = Object.entries(start.environment).filter(
        ([name, value]) => asked.has(name.toUpperCase()) || !isLost(name, value),
      );
      return sandbox.enclose({
        ...start,
        environment: { ...Object.fromEntries(kept), HOME: homeOf(environment, places) },
        mounts,
      });
    },
  };
}
