import { build } from 'vite';

const [portalDir, outDir] = process.argv.slice(2);
if (portalDir === undefined || outDir === undefined)
  throw new Error('usage: run-vite.ts <portalDir> <outDir>');

await build({
  root: portalDir,
  mode: 'production',
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
});
