import picomatch from 'picomatch';
import type { ClassOverride, FileClass } from '../domain/file-class.js';

interface ClassRow {
  readonly name: FileClass;
  /** Why a file of this class may not be touched, in words; null when it may. */
  readonly protection: string | null;
  readonly globs: readonly string[];
}

/**
 * What a file is for, from the conventions of the tools. The first row that matches decides: a file in two classes takes
 * the more protected one. Matched without regard to case, since file systems may fold it (PAT-06, PAT-07).
 */
const ROWS: readonly ClassRow[] = [
  {
    name: 'ci',
    protection: 'continuous integration',
    globs: [
      '.github/**',
      '.gitlab-ci.yml',
      '.gitlab/**',
      '.circleci/**',
      '.buildkite/**',
      '.travis.yml',
      '.pre-commit-config.yaml',
      '.husky/**',
      'azure-pipelines.yml',
      'bitbucket-pipelines.yml',
      '**/{Jenkinsfile,appveyor.yml,action.yml,action.yaml}',
      '**/{Makefile,GNUmakefile,justfile,Taskfile.yml,Taskfile.yaml,noxfile.py,tox.ini,tox.toml}',
      '**/{Taskfile.dist.yml,Taskfile.dist.yaml,magefile.go,mise.toml,turbo.json,nx.json,deno.json,deno.jsonc}',
      '**/*.mk',
      '**/CODEOWNERS',
    ],
  },
  { name: 'git-data', protection: 'git data', globs: ['**/.git/**', '**/.git*'] },
  {
    name: 'runner-config',
    protection: 'configuration of a test runner',
    globs: [
      '**/{jest,vitest,karma,cypress,playwright,ava}.config.*',
      '**/{karma.conf,jest.setup,vitest.setup,vitest.workspace,setupTests,setup-tests,wdio.conf,jest-setup,vitest-setup}.*',
      '**/.{mocharc,nycrc,c8rc,taprc}{,.*}',
      '**/{conftest,sitecustomize,usercustomize}.py',
      '**/*.pth',
      '**/{pytest.ini,pytest.toml,.coveragerc,.rspec,nextest.toml,build.rs,phpunit.xml,phpunit.xml.dist}',
      '**/{spec_helper,rails_helper,test_helper,simplecov}.rb',
      '**/{junit-platform,testng}.{properties,xml}',
      '**/{Rakefile,gulpfile.*,Gruntfile.*}',
      '**/.cargo/**',
      '**/.mvn/**',
    ],
  },
  {
    name: 'fixture',
    protection: 'fixture or snapshot',
    globs: [
      '**/{fixture,fixtures,__fixtures__,testdata,test-data,test_data,__snapshots__,snapshots,golden,goldens,mocks,__mocks__}/**',
      '**/*.{snap,golden}',
    ],
  },
  {
    name: 'test',
    protection: 'test',
    // What the runners look for by themselves, and the usual folders.
    globs: [
      '**/{test,tests,__test__,__tests__,spec,specs,e2e,t,features,cypress}/**',
      '**/*{_,-,.}{test,tests,spec,specs,e2e,cy}.*',
      '**/{test,tests,spec,specs}.*',
      '**/{test,tests,spec}{_,-}*',
      '**/*{_,-,.}{test,tests,spec,specs}/**',
      '**/{unit,integration,functional,acceptance,end-to-end}{test,tests,_test,_tests,-test,-tests}/**',
      '**/*.{bats,feature,t}',
    ],
  },
  {
    name: 'lint-config',
    protection: 'tool configuration',
    globs: [
      '**/{vite,babel,webpack,rollup,eslint,prettier,stylelint,commitlint}.config.*',
      '**/tslint.json',
      '**/{tsconfig,jsconfig}*.json',
      '**/{biome.json,biome.jsonc,bunfig.toml}',
      '**/{setup.cfg,mypy.ini,ruff.toml,pyrightconfig.json}',
      '**/{clippy.toml,rustfmt.toml,rust-toolchain,rust-toolchain.toml}',
      '**/{phpcs,psalm,phpstan}{,.dist}.{xml,neon}{,.dist}',
      '**/{phpstan,psalm}-baseline.*',
      '**/{checkstyle,pmd,detekt,spotbugs*}.{xml,yml}',
      '**/.golangci.*',
      // Ignore files among them, by which a checker can be made to look away.
      '**/.*',
      '.*/**',
      '**/.config/**',
    ],
  },
  {
    name: 'manifest',
    protection: 'manifest or lockfile',
    globs: [
      '**/{package.json,package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb,pnpm-workspace.yaml}',
      '**/{pyproject.toml,setup.py,poetry.lock,uv.lock,Pipfile,Pipfile.lock,pdm.lock}',
      '**/requirements*.txt',
      '**/{go.mod,go.sum,go.work,go.work.sum,Cargo.toml,Cargo.lock,Gemfile,Gemfile.lock,composer.json,composer.lock}',
      '**/{pom.xml,build.gradle,build.gradle.kts,settings.gradle,settings.gradle.kts,gradle.properties,gradle.lockfile,build.sbt}',
      '**/{mix.exs,mix.lock,pubspec.yaml,pubspec.lock,Package.swift,Package.resolved,packages.lock.json}',
      '**/{Directory.Build.props,Directory.Packages.props}',
      '**/*.{csproj,fsproj,sln,gemspec,cabal}',
    ],
  },
  {
    name: 'agent-instructions',
    protection: 'instructions to coding agents',
    globs: ['**/{AGENTS,CLAUDE,GEMINI}.md', '**/.cursorrules'],
  },
  {
    name: 'generated',
    protection: 'vendored or generated code',
    globs: [
      '**/{node_modules,vendor,third_party,site-packages,dist,build,out,target,.next,coverage}/**',
      '**/*.{min.js,min.css,map}',
      '**/*{.pb.go,_pb2.py,_pb2_grpc.py,.g.dart,.generated.*,_generated.*}',
    ],
  },
  {
    name: 'docs',
    protection: null,
    globs: [
      '**/*.{md,mdx,rst,adoc}',
      '**/{LICENSE,NOTICE,CHANGELOG,AUTHORS}{,.*}',
      'docs/**/*.{txt,png,svg,html}',
    ],
  },
];

export const GLOB_OPTIONS = { dot: true, nocase: true } as const;
/** JVM, .NET, Swift and PHP name test classes in camel case, which only a match by case tells from `latest` or `contest`. */
const TEST_CLASS =
  /(?:^|\/)(?:Test[A-Z][^/]*|[^/]*(?:Tests?|Specs?|IT))\.(?:java|kts?|scala|cs|fs|vb|groovy|swift|php|ts|js|cpp|cc|m)$|(?:^|\/)[^/]*\.?Tests\//;

const matchers = ROWS.map(({ name, globs }) => ({ name, matches: picomatch([...globs], GLOB_OPTIONS) }));

/** What a file is for; the last override that matches wins over the conventions. */
export function fileClassOf(path: string, overrides: readonly ClassOverride[] = []): FileClass {
  const override = overrides.findLast(({ glob }) => picomatch(glob, GLOB_OPTIONS)(path));
  if (override !== undefined) return override.name;
  const known = matchers.find((each) => each.matches(path))?.name;
  return TEST_CLASS.test(path) && !isStricter(known) ? 'test' : (known ?? 'source');
}

const isStricter = (name: FileClass | undefined): boolean =>
  name === 'git-data' || name === 'ci' || name === 'runner-config';

/** Why no patch may touch files of a class, in words; null when it may. */
export function protectionOfClass(name: FileClass): string | null {
  return ROWS.find((row) => row.name === name)?.protection ?? null;
}
