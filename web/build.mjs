// Bundles the client into dist/: index.html, app.js, app.css, and a file for each language. The server embeds that folder.
import * as esbuild from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('dist/', import.meta.url).pathname;
const here = new URL('.', import.meta.url).pathname;
const options = {
  entryPoints: { app: here + 'src/main.tsx' },
  outdir: dist,
  bundle: true,
  minify: true,
  sourcemap: false,
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  target: ['es2022'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'info',
};

mkdirSync(dist, { recursive: true });
// .keep is what lets the program be built where the client was not.
for (const name of readdirSync(dist)) if (name !== '.keep') rmSync(dist + name, { recursive: true });
cpSync(here + 'index.html', dist + 'index.html');

if (process.argv.includes('--watch')) {
  const context = await esbuild.context({ ...options, minify: false, sourcemap: 'inline' });
  await context.watch();
} else {
  await esbuild.build(options);
  const limit = 130 * 1024;
  // A browser loads everything but the other language; the larger one counts.
  const languages = [];
  let size = 0;
  for (const name of readdirSync(dist).filter((name) => name !== '.keep')) {
    const packed = gzipSync(readFileSync(dist + name)).length;
    if (/^(english|french)-/.test(name)) languages.push(packed);
    else size += packed;
  }
  size += Math.max(...languages);
  console.log(`gzipped: ${(size / 1024).toFixed(1)} KB of ${limit / 1024} KB`);
  if (size > limit) {
    console.error('The bundle is too large.');
    process.exit(1);
  }
}
