import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';

const entry = 'index.html';
const landing = 'src/pages/landing/landing-page.tsx';
const languages = ['mn', 'en'] as const;

/**
 * Runs where the page stands, before the app. A signed-in person gets another header and other buttons, so for them
 * the app draws the page alone.
 */
const showPage = `
if (!/(?:^|; )(?:__Host-)?tamga_csrf=/.test(document.cookie))
  document.getElementById('root').append(
    document.getElementById('front-' + document.documentElement.lang).content,
  );
`;

/**
 * Writes `front.html`: `index.html` with the front page in it, in both languages, so that a visitor reads and searches
 * while the script is still on its way. Its style sheets and the two scripts that must run before it are inline, because
 * each file would cost a slow phone another round trip; the server allows these scripts by their hashes.
 */
export async function writeFrontPage(portalDir: string, outDir: string): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
  const { styles, scripts } = listAssets(manifest, [entry, landing]);
  const late = styles.filter((file) => !manifest[entry]?.css?.includes(file));
  const rendered = await renderPages(portalDir, outDir);
  const sheets = await Promise.all(styles.map((file) => readFile(join(outDir, file), 'utf8')));
  const head = [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...sheets.map((sheet) => `<style>${sheet}</style>`),
    takeVariables(rendered.mn).variables,
  ];
  // The app looks for these files before it draws the page; at the end they delay nothing.
  const links = late.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const templates = languages.map(
    (language) => `<template id="front-${language}">${takeVariables(rendered[language]).page}</template>`,
  );
  const firstPaint = await readFile(join(outDir, 'first-paint.js'), 'utf8');
  const page = replaceAll(await readFile(join(outDir, 'index.html'), 'utf8'), [
    [/<link rel="stylesheet"[^<>]*>\n/, ''],
    ['<script src="/first-paint.js"></script>', `<script>${firstPaint}</script>`],
    ['</head>', `${head.join('\n')}\n</head>`],
    [
      '<div id="root"></div>',
      ['<div id="root"></div>', ...templates, `<script>${showPage}</script>`, ...links].join('\n'),
    ],
  ]);
  await writeFile(join(outDir, 'front.html'), page);
}

function replaceAll(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  let changed = text;
  for (const [from, to] of changes) {
    const next = changed.replace(from, () => to);
    if (next === changed) throw new Error(`index.html has no ${from}`);
    changed = next;
  }
  return changed;
}

async function renderPages(portalDir: string, outDir: string): Promise<Record<'mn' | 'en', string>> {
  const serverDir = join(outDir, '.front');
  await build({
    root: portalDir,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    build: { ssr: 'src/first-content.tsx', outDir: serverDir, copyPublicDir: false },
  });
  const { renderFrontPage } = await import(pathToFileURL(join(serverDir, 'first-content.js')).href);
  const rendered = { mn: renderFrontPage('mn'), en: renderFrontPage('en') };
  await rm(serverDir, { recursive: true });
  // A part that fails without a browser leaves its place empty instead of failing.
  for (const page of Object.values(rendered))
    if (!page.includes('<h1') || page.includes('<template data-'))
      throw new Error('the front page has a gap');
  return rendered;
}

/** The theme's variables are the same in each language and stand before the page. */
function takeVariables(rendered: string): { variables: string; page: string } {
  const end = rendered.indexOf('</style>') + '</style>'.length;
  if (!rendered.startsWith('<style')) throw new Error('the front page does not begin with the theme');
  return { variables: rendered.slice(0, end), page: rendered.slice(end) };
}

/** The style sheets of the front page, and the scripts that index.html does not name. */
function listAssets(
  manifest: Manifest,
  entries: readonly string[],
): { styles: readonly string[]; scripts: readonly string[] } {
  const files = new Map<string, boolean>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`the build names no ${name}`);
    if (files.has(chunk.file)) return;
    files.set(chunk.file, chunk.isEntry !== true);
    for (const needed of chunk.imports ?? []) visit(needed);
    for (const file of chunk.css ?? []) styles.add(file);
  };
  for (const name of entries) visit(name);
  return {
    styles: [...styles],
    scripts: [...files].filter(([, isLate]) => isLate).map(([file]) => file),
  };
}
