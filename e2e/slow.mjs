// A bot that thinks until a given file exists, so that a test can see the table waiting for it.
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

const signal = process.argv[2];
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello') say({ protocol: 1, name: 'Slow' });
  if (message.type !== 'move') return;
  const think = setInterval(() => {
    if (!existsSync(signal)) return;
    clearInterval(think);
    say({ n: message.n, index: Math.max(0, message.legal.indexOf('ready')) });
  }, 20);
});
