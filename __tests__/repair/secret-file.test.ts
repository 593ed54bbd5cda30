import { expect, test } from '@jest/globals';
import { isSecretFile } from '../../src/repair/secret-file.js';

test.each([
  '.env',
  'app/.env.production',
  '.ENV',
  'certs/server.pem',
  'certs/server.key',
  'id_rsa',
  '.ssh/config',
  'deploy/.aws/credentials',
  '.npmrc',
  '.netrc',
  'credentials.json',
  'config/secrets.yml',
  'service-account-prod.json',
  'infra/terraform.tfstate',
])('%s may hold a secret', (path) => {
  expect(isSecretFile(path)).toBe(true);
});

test.each([
  '.env.example',
  'src/env.ts',
  'src/secrets.ts',
  'src/credentials/index.ts',
  'keys.ts',
  'monkey.ts',
  'id_rsa.pub.md',
  'package.json',
])('%s is a plain file', (path) => {
  expect(isSecretFile(path)).toBe(false);
});
