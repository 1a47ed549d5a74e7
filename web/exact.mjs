// Checks that what is installed is what the lock file says, byte for byte: the same packages, versions and hashes, and no others.
// Packages for other systems may be missing. With --parts it prints those that go into the client, with their hashes.
import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url))).packages;
const locked = read('package-lock.json');
const installed = read('node_modules/.package-lock.json');

const wrong = [];
for (const [path, want] of Object.entries(locked)) {
  if (path && !installed[path] && !want.optional && !want.peer) wrong.push(`${path} is missing`);
}
for (const [path, got] of Object.entries(installed)) {
  const want = locked[path];
  if (!want) wrong.push(`${path} is not in the lock file`);
  else if (got.version !== want.version || got.integrity !== want.integrity) wrong.push(`${path} is ${got.version} ${got.integrity}, expected ${want.version} ${want.integrity}`);
}
if (wrong.length) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
if (process.argv.includes('--parts')) {
  for (const [path, x] of Object.entries(locked)) {
    if (path && !x.dev && !x.optional && !x.peer) console.log(`npm ${path.slice('node_modules/'.length)} ${x.version} ${x.integrity}`);
  }
}
