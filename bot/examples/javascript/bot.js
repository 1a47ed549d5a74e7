// An example bot: it fights where it can; as the attacker it moves toward the enemy, as the defender it stays.
const lines = require('node:readline').createInterface({ input: process.stdin });

// What it likes to do, the best first. What is not named comes last.
const likes = 'ready again burn rally melee pair join charge fight target with fire attack activate'.split(' ');

// Returns how far every hex or square is from the nearest of some.
function distances(next, near) {
  const steps = new Map([...near].map((place) => [place, 0]));
  for (const [place, far] of steps) {
    for (const n of next.get(place)) if (n && !steps.has(n)) steps.set(n, far + 1); // also those are visited
  }
  return steps;
}

function rate(action, steps) {
  const [verb, first] = action.split(' ');
  const further = verb === 'forward' ? Number(first) : verb === 'to' ? -(steps.get(first) ?? 99) : 0;
  return (likes.includes(verb) ? likes.length - likes.indexOf(verb) : 0) + further / 100 + Math.random() / 1000;
}

const say = (message) => process.stdout.write(JSON.stringify(message) + '\n');

let foes, next;
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello') say({ protocol: 1, name: 'Example in JavaScript' });
  if (message.type === 'start') {
    likes.push(...(message.side === 1 ? ['shoot', 'done'] : ['advance', 'move', 'march', 'to', 'shoot', 'forward']));
    const { units, hexes, squares = [] } = message.battle; // a table without a grid has neither
    foes = new Set(units.filter((u) => u.side !== message.side).map((u) => u.id));
    next = new Map((hexes ?? squares).map((place) => [place.id, place.next]));
  }
  if (message.type === 'move') {
    const enemies = message.view.pieces.filter((p) => foes.has(p.id) && p.hex).map((p) => p.hex);
    const steps = distances(next, enemies);
    const ratings = message.legal.map((a) => rate(a, steps));
    say({ n: message.n, index: ratings.indexOf(Math.max(...ratings)) });
  }
});
