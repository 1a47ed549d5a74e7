// A bot that takes two seconds for every choice, so that the table can be seen waiting for it.
import { createInterface } from 'node:readline';

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello') say({ protocol: 1, name: 'Slow' });
  const ready = message.type === 'move' ? Math.max(0, message.legal.indexOf('ready')) : 0;
  if (message.type === 'move') setTimeout(() => say({ n: message.n, index: ready }), 2000);
});
