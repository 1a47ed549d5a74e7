// Bundles the client into dist/: index.html, app.js, app.css, push.js (the service worker), a file for each language, one for each page that is loaded when it is entered, and the
// styles of those pages and of the talk. The server embeds that folder.
import * as esbuild from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('dist/', import.meta.url).pathname;
const here = new URL('.', import.meta.url).pathname;
const options = {
  entryPoints: { app: here + 'src/main.tsx', pages: here + 'src/style/pages.css', talk: here + 'src/style/talk.css' },
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

// The service worker is one file at the root, so that it serves all pages.
const worker = { ...options, entryPoints: { push: here + 'src/push.ts' }, format: 'iife', splitting: false };

mkdirSync(dist, { recursive: true });
// .keep is what lets the program be built where the client was not.
for (const name of readdirSync(dist)) if (name !== '.keep') rmSync(dist + name, { recursive: true });
cpSync(here + 'index.html', dist + 'index.html');

if (process.argv.includes('--watch')) {
  const context = await esbuild.context({ ...options, minify: false, sourcemap: 'inline' });
  await context.watch();
  await (await esbuild.context({ ...worker, minify: false })).watch();
} else {
  await esbuild.build(worker);
  const { metafile } = await esbuild.build({ ...options, metafile: true });
  const limit = 130 * 1024;
  const packed = (name) => gzipSync(readFileSync(dist + name)).length;
  const nameOf = (path) => path.split('/').pop();
  // To show the table a browser loads the page, its style, the parts that are imported at once, and one language: the larger
  // one counts. Other parts are loaded when their page is entered.
  const first = new Set(['index.html', 'app.css']);
  const add = (path) => {
    if (first.has(nameOf(path))) return;
    first.add(nameOf(path));
    for (const x of metafile.outputs[path].imports) if (x.kind === 'import-statement') add(x.path);
  };
  add(Object.keys(metafile.outputs).find((path) => nameOf(path) === 'app.js'));
  const languages = readdirSync(dist).filter((name) => /^(english|french)-/.test(name));
  const size = [...first].reduce((sum, name) => sum + packed(name), 0) + Math.max(...languages.map(packed));
  console.log(`gzipped: ${(size / 1024).toFixed(1)} KB of ${limit / 1024} KB`);
  if (size > limit) {
    console.error('The bundle is too large.');
    process.exit(1);
  }
}
