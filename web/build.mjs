// Bundles the client into dist/: index.html, app.js, app.css. The server embeds that folder.
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
  let size = 0;
  for (const name of ['index.html', 'app.js', 'app.css']) size += gzipSync(readFileSync(dist + name)).length;
  console.log(`gzipped: ${(size / 1024).toFixed(1)} KB of ${limit / 1024} KB`);
  if (size > limit) {
    console.error('The bundle is too large.');
    process.exit(1);
  }
}
