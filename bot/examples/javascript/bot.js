// An example bot: it fights where it can; as the attacker it moves toward the enemy, as the defender it stays.
const lines = require('node:readline').createInterface({ input: process.stdin });

// What it likes to do, the best first. What is not named comes last.
const likes = 'ready again burn rally melee pair join fight shoot with fire attack activate'.split(' ');

// Hexes are CCRR; even columns lie half a hex lower.
const at = (hex) => ({ col: +hex.slice(0, 2), y: 2 * hex.slice(2) - (+hex.slice(0, 2) % 2) });

function distance(a, b) {
  const cols = Math.abs(at(a).col - at(b).col);
  return cols + Math.max(0, Math.abs(at(a).y - at(b).y) - cols) / 2;
}

function rate(action, enemies) {
  const [verb, hex] = action.split(' ');
  let score = likes.includes(verb) ? likes.length - likes.indexOf(verb) : 0;
  if (verb === 'to' && enemies.length) score -= Math.min(...enemies.map((e) => distance(hex, e))) / 100;
  return score + Math.random() / 1000;
}

const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');

let foes = new Set();
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello') say({ protocol: 1, name: 'Example in JavaScript' });
  if (message.type === 'start') {
    likes.push(...(message.side === 1 ? ['done'] : ['advance', 'move', 'to']));
    foes = new Set(message.battle.units.filter((u) => u.side !== message.side).map((u) => u.id));
  }
  if (message.type === 'move') {
    const enemies = message.view.pieces.filter((p) => foes.has(p.id) && p.hex).map((p) => p.hex);
    const ratings = message.legal.map((a) => rate(a, enemies));
    say({ n: message.n, index: ratings.indexOf(Math.max(...ratings)) });
  }
});
