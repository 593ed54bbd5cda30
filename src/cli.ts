#!/usr/bin/env node
// The bundle's entry, in words that every Node can parse: an old one must get its one clear line.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 20)) {
  console.error(
    `smart-fix needs Node 20.20 or later, and this is ${process.version}. Run it with a newer Node.`,
  );
  process.exitCode = 64;
} else {
  void import('./main/main.js').then(({ main }) => main());
}
