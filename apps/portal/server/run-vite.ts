import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { writeFrontPage } from './write-front-page.ts';

const [portalDir, outDir] = process.argv.slice(2);
if (portalDir === undefined || outDir === undefined)
  throw new Error('usage: run-vite.ts <portalDir> <outDir>');

await build({
  root: portalDir,
  mode: 'production',
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true, manifest: true },
});
// The tests of the build use a portal without pages.
if (existsSync(join(portalDir, 'src/first-content.tsx'))) await writeFrontPage(portalDir, outDir);
