import picomatch from 'picomatch';
import type { PolicySettings } from '../domain/request.js';

interface ProtectedClass {
  readonly name: string;
  readonly globs: readonly string[];
}

/**
 * What no patch may touch unless the person opens it. Matched without regard to case, since file systems may fold it
 * (PAT-06, PAT-07).
 */
const PROTECTED_CLASSES: readonly ProtectedClass[] = [
  {
    name: 'git data',
    globs: ['**/.git/**', '**/.git*'],
  },
  {
    name: 'continuous integration',
    globs: [
      '.github/**',
      '.gitlab-ci.yml',
      '.gitlab/**',
      '.circleci/**',
      '.buildkite/**',
      '.travis.yml',
      'azure-pipelines.yml',
      'bitbucket-pipelines.yml',
      '**/{Jenkinsfile,appveyor.yml,action.yml,action.yaml}',
      '**/{Makefile,GNUmakefile,justfile,Taskfile.yml,Taskfile.yaml,noxfile.py,tox.ini,tox.toml}',
      '**/{Taskfile.dist.yml,Taskfile.dist.yaml,magefile.go,mise.toml,turbo.json,nx.json,deno.json,deno.jsonc}',
      '**/*.mk',
      '**/CODEOWNERS',
    ],
  },
  {
    name: 'test',
    // What the runners look for by themselves, and the usual folders.
    globs: [
      '**/{test,tests,__test__,__tests__,spec,specs,e2e,t,features,cypress}/**',
      '**/*{_,-,.}{test,tests,spec,specs,e2e,cy}.*',
      '**/{test,tests,spec,specs}.*',
      '**/{test,tests,spec}{_,-}*',
      '**/*{_,-,.}{test,tests,spec,specs}/**',
      '**/{unit,integration,functional,acceptance,end-to-end}{test,tests,_test,_tests,-test,-tests}/**',
      '**/{conftest,sitecustomize,usercustomize}.py',
      '**/*.{bats,feature,t}',
    ],
  },
  {
    name: 'fixture or snapshot',
    globs: [
      '**/{fixture,fixtures,__fixtures__,testdata,test-data,test_data,__snapshots__,snapshots,golden,goldens,mocks,__mocks__}/**',
      '**/*.{snap,golden}',
    ],
  },
  {
    name: 'tool configuration',
    globs: [
      '**/{jest,vitest,vite,karma,cypress,playwright,ava,babel,webpack,rollup,eslint,prettier,stylelint,commitlint}.config.*',
      '**/{karma.conf,jest.setup,vitest.setup,vitest.workspace,setupTests,setup-tests,wdio.conf}.*',
      '**/{Rakefile,gulpfile.*,Gruntfile.*,tslint.json}',
      // Ignore files among them, by which a checker can be made to look away.
      '**/.*',
      '**/{tsconfig,jsconfig}*.json',
      '**/{biome.json,biome.jsonc,bunfig.toml}',
      '**/{pytest.ini,pytest.toml,setup.cfg,mypy.ini,ruff.toml,pyrightconfig.json}',
      '**/{clippy.toml,rustfmt.toml,rust-toolchain,rust-toolchain.toml}',
      '**/{phpunit,phpcs,psalm,phpstan}{,.dist}.{xml,neon}{,.dist}',
      '**/checkstyle.xml',
      '**/build.rs',
      '.*/**',
      '**/.{cargo,config,mvn}/**',
    ],
  },
  {
    name: 'manifest or lockfile',
    globs: [
      '**/{package.json,package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb,pnpm-workspace.yaml}',
      '**/{pyproject.toml,setup.py,poetry.lock,uv.lock,Pipfile,Pipfile.lock,pdm.lock}',
      '**/requirements*.txt',
      '**/{go.mod,go.sum,go.work,go.work.sum,Cargo.toml,Cargo.lock,Gemfile,Gemfile.lock,composer.json,composer.lock}',
      '**/{pom.xml,build.gradle,build.gradle.kts,settings.gradle,settings.gradle.kts,gradle.properties,gradle.lockfile,build.sbt}',
      '**/{mix.exs,mix.lock,pubspec.yaml,pubspec.lock,Package.swift,Package.resolved,packages.lock.json}',
      '**/*.{csproj,fsproj,sln,gemspec,cabal}',
    ],
  },
  {
    name: 'instructions to coding agents',
    globs: ['**/{AGENTS,CLAUDE,GEMINI}.md', '**/.cursorrules'],
  },
  {
    name: 'vendored or generated code',
    globs: [
      '**/{node_modules,vendor,third_party,site-packages,dist,build,out,target,.next,coverage}/**',
      '**/*.{min.js,min.css,map}',
      '**/*{.pb.go,_pb2.py,_pb2_grpc.py,.g.dart,.generated.*,_generated.*}',
    ],
  },
];

const OPTIONS = { dot: true, nocase: true };
/** JVM, .NET, Swift and PHP name test classes in camel case, which only a match by case tells from `latest` or `contest`. */
const TEST_CLASS =
  /(?:^|\/)(?:Test[A-Z][^/]*|[^/]*(?:Tests?|Specs?|IT))\.(?:java|kts?|scala|cs|fs|vb|groovy|swift|php|ts|js|cpp|cc|m)$|(?:^|\/)[^/]*\.?Tests\//;

const matchers = PROTECTED_CLASSES.map(({ name, globs }) => ({
  name,
  matches: picomatch([...globs], OPTIONS),
}));

/** Built files: a gate that builds may rewrite them, as it does on the base. */
export const isGenerated = (path: string): boolean => classOf(path) === 'vendored or generated code';

function classOf(path: string): string | null {
  if (TEST_CLASS.test(path)) return 'test';
  return matchers.find((each) => each.matches(path))?.name ?? null;
}

const matchesAny = (path: string, globs: readonly string[]): boolean =>
  globs.length > 0 && picomatch([...globs], OPTIONS)(path);

/** True when the person opened the path by name, and did not protect it as well. */
export const isOpened = (path: string, { allow, protect }: PolicySettings): boolean =>
  matchesAny(path, allow) && !matchesAny(path, protect);

/** What no recipe opens: what decides which checks run, and what steers other tools. */
const CLOSED_CLASSES = ['git data', 'continuous integration', 'instructions to coding agents'];

/** As `protectionOf`, for a path that a recipe opened. */
export function closedOf(path: string, policy: PolicySettings): string | null {
  const name = protectionOf(path, policy);
  return name === classOf(path) && name !== null && !CLOSED_CLASSES.includes(name) ? null : name;
}

/** Why a path may not be touched, in words, or null when it may. `protect` wins over `allow`. */
export function protectionOf(path: string, policy: PolicySettings): string | null {
  if (matchesAny(path, policy.protect)) return 'by --protect, or as a script that the gate starts';
  return isOpened(path, policy) ? null : classOf(path);
}
