import { expect, test } from '@jest/globals';
import { purposeOf } from '../../../src/verify/infer-gate/step-purpose.js';

test.each([
  'npm ci',
  'npm install',
  'yarn',
  'yarn install --immutable',
  'yarn --frozen-lockfile',
  'pnpm i --frozen-lockfile',
  'bun install',
  'pip install -r requirements.txt',
  'python -m pip install --upgrade pip\npip install -e .[dev]',
  'uv sync --locked',
  'poetry install --no-root',
  'pdm install',
  'conda env update',
  'go mod download',
  'go install golang.org/x/tools@latest',
  'bundle install --jobs 4',
  'composer install --no-progress',
  'cargo fetch',
  'dotnet restore',
  './mvnw -B dependency:go-offline',
  'mix deps.get',
  'flutter pub get',
  'npx playwright install chromium',
  'terraform init -backend=false',
  'pnpm playwright install chromium',
  'npm rm --save-dev eslint',
  'make deps',
  'yarn run bootstrap',
  'ci/ubuntu-install-packages',
  'bash ./scripts/setup.sh',
  'cd app && npm ci',
  'echo "::group::x"\nnpm ci # exactly',
  'node --version',
  'python -m venv .venv\nsource .venv/bin/activate\npip install tox',
])('setup: %s', (script) => {
  expect(purposeOf(script)).toEqual({ kind: 'setup' });
});

test.each([
  'npm test',
  'npm run lint',
  'npm run build:release',
  'cargo build --release',
  'npm ci && npm test',
  'pytest -q',
  'go test ./...',
  'make check',
  'npm publish --dry-run',
  'docker build .',
  'yarn test',
  'yarn lint',
  'tox',
  'rake',
  'mvn -B verify',
  './gradlew check',
  'git diff --exit-code',
  'test -f dist/index.js',
  'NODE_ENV=test npx jest',
  'xvfb-run npm test',
  'npm run check-release-notes',
  'helm lint chart',
  'terraform validate',
  'curl -f http://localhost:3000',
  'npx tsc --noEmit',
  'dotnet publish -c Release',
  'make install-check',
  'make initial',
  './installer/test.sh',
])('check: %s', (script) => {
  expect(purposeOf(script)).toEqual({ kind: 'check' });
});

test.each([
  'npm publish',
  'yarn npm publish',
  'pnpm dlx pkg-pr-new@0.0 publish ./packages/a',
  'NODE_AUTH_TOKEN=x npm publish --access public',
  'cargo publish',
  'twine upload dist/*',
  'python -m twine upload dist/*',
  'gem push x.gem',
  'docker push a/b',
  'docker buildx build . --push',
  'git push origin main',
  'gh release create v1',
  'npx semantic-release',
  'mvn -B deploy',
  './gradlew :lib:publishToMavenCentral',
  'kubectl apply -f k8s',
  'helm upgrade x',
  'terraform apply -auto-approve',
  'aws s3 sync dist s3://x',
  'gcloud run deploy',
  'npx wrangler deploy',
  'scp dist.tgz host:',
  'rsync -a dist/ me@host:/srv',
  'curl -s -F file=@x https://example.org',
  'codecov',
  'bash <(curl -s https://codecov.io/bash)',
  'npm run deploy',
  'npm run release:patch',
  'make publish',
  './scripts/deploy.sh',
  'bash ci/release.sh',
  'npm test && npm publish',
])('delivery: %s', (script) => {
  expect(purposeOf(script)).toMatchObject({ kind: 'delivery' });
});

test.each([
  'sudo apt-get update',
  'apt-get install -y x',
  'brew install x',
  'npm i -g pnpm',
  'npm install --global x',
  'corepack enable',
  'git config --global user.name x',
  'docker compose up -d',
  'npm config set loglevel error',
  'rustup component add clippy',
])('machine: %s', (script) => {
  expect(purposeOf(script)).toMatchObject({ kind: 'machine' });
});

test('the command that decides is named', () => {
  expect(purposeOf('npm run build\nA=1 npm \\\n  publish # now')).toEqual({
    kind: 'delivery',
    command: 'npm publish',
  });
});

test('words that are only printed decide nothing', () => {
  expect(purposeOf('echo "npm publish"')).toEqual({ kind: 'setup' });
  expect(purposeOf('echo "npm publish"; npm test')).toEqual({ kind: 'check' });
});
