// The layers of the architecture as a check that can fail: `node scripts/check-imports.ts`.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Problem {
  file: string;
  line: number;
  message: string;
}

interface Import {
  specifier: string;
  line: number;
}

interface Source {
  file: string;
  lines: number;
  imports: (Import & { target: string | undefined })[];
  environmentLines: number[];
  clockLines: number[];
}

const longestFile = 400;
const server = 'apps/server/src';
const portal = 'apps/portal/src';
const skippedFolders = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'generated']);

export async function checkImports(root: string): Promise<Problem[]> {
  const packages = await readPackages(root);
  const sources: Source[] = [];
  for (const file of await listSources(root)) {
    sources.push(readSource(file, await readFile(join(root, file), 'utf8'), packages));
  }
  if (!sources.some(({ file }) => file.startsWith(`${server}/`))) {
    // Without this, a wrong root would make every rule pass over nothing.
    return [{ file: server, line: 1, message: 'holds no source file: the check looked in the wrong place' }];
  }
  const product = sources.filter(({ file }) => !isTest(file));
  return [...product.flatMap(checkSource), ...findCycles(product)];
}

function checkSource(source: Source): Problem[] {
  const { file } = source;
  const problems: Problem[] = [];
  // The table types grow with the tables and are read by nobody.
  if (source.lines > longestFile && file !== `${server}/kernel/db/schema.ts`) {
    problems.push({
      file,
      line: longestFile,
      message: `has ${source.lines} lines; ${longestFile} is the limit`,
    });
  }
  if (!mayReadEnvironment(file)) {
    for (const line of source.environmentLines) {
      problems.push({ file, line, message: `reads the environment, which only ${server}/config.ts may do` });
    }
  }
  if (mustKeepPlatformTime(file)) {
    for (const line of source.clockLines) {
      problems.push({
        file,
        line,
        message: `shows a date by itself, which only ${clocks.join(' and ')} may do`,
      });
    }
  }
  for (const { specifier, line, target } of source.imports) {
    const message = target && judgeImport(file, target);
    if (message) problems.push({ file, line, message: `imports ${specifier}: ${message}` });
  }
  return problems;
}

/** What is wrong with this import, if anything. Both paths are relative to the root. */
function judgeImport(from: string, to: string): string | undefined {
  if (from.startsWith(`${portal}/`)) {
    if (to.startsWith(`${portal}/`)) return judgePortal(from, to);
    if (to.startsWith('packages/client/')) return undefined;
    return 'the portal runs in a browser and knows the server only through @tamga/client';
  }
  for (const app of ['apps/sandbox/', 'apps/portal/']) {
    if (to.startsWith(app) && !from.startsWith(app) && !mayStartApps(from)) {
      return `only ${server}/main.ts, the commands, tests and bench may reach into ${app.slice(0, -1)}`;
    }
  }
  return from.startsWith(`${server}/`) && to.startsWith(`${server}/`) ? judgeLayers(from, to) : undefined;
}

/** From the top down; the first folder of a path is its layer, and files beside the folders are the app itself. */
const portalLayers = [['app'], ['pages'], ['features'], ['shell'], ['ui'], ['api', 'i18n', 'theme']];

function judgePortal(from: string, to: string): string | undefined {
  const [source, target] = [from, to].map((file) => findPortalPlace(file.slice(portal.length + 1)));
  if (!source || !target) return undefined;
  if (source.rank < 0 || target.rank < 0) return 'the portal has no such layer';
  if (source.rank > target.rank) {
    return 'arrows point down only: app → pages → features → shell → ui → api, i18n, theme';
  }
  if (source.layer === 'pages' && target.layer === 'pages' && source.area !== target.area) {
    return 'a page does not know another page; what they share belongs into features or ui';
  }
  return undefined;
}

/** An area is a folder of `pages`; the administration and the console have one for each of their pages. */
function findPortalPlace(file: string): { layer: string; rank: number; area: string } {
  const [first = '', second = '', third = ''] = file.split('/');
  const layer = file.includes('/') ? first : 'app';
  const hasInnerAreas = second === 'administration' || second === 'console';
  return {
    layer,
    rank: portalLayers.findIndex((names) => names.includes(layer)),
    area: hasInnerAreas ? `${second}/${third}` : second,
  };
}

function judgeLayers(from: string, to: string): string | undefined {
  const [source, target] = [findLayer(from), findLayer(to)];
  const sameFolder = source.layer === target.layer && source.folder === target.folder;
  if (to === `${server}/main.ts`) return 'main.ts is the top; nothing imports it';
  if (source.layer === 'kernel' && target.layer !== 'kernel') {
    return 'the kernel names no module, no adapter and nothing above them';
  }
  if (source.layer !== 'composition' && target.layer === 'composition') {
    return 'arrows point down only: main → app → modules → kernel';
  }
  if (target.layer === 'modules' && !sameFolder) {
    const port = basename(to).endsWith('-port.ts');
    if (source.layer === 'adapters')
      return port ? undefined : 'an adapter knows of a module only its *-port.ts';
    if (!isIndex(to)) return `the module ${target.folder} is reached only through its index.ts`;
  }
  if (target.layer === 'adapters' && !sameFolder) {
    if (source.layer === 'modules') return 'a module knows its port; the adapter is given to it';
    if (!isIndex(to)) return `the adapter ${target.folder} is reached only through its index.ts`;
  }
  return undefined;
}

type Layer = 'kernel' | 'modules' | 'adapters' | 'settings' | 'composition';

function findLayer(file: string): { layer: Layer; folder: string } {
  const [top = '', folder = ''] = file.slice(server.length + 1).split('/');
  if (top === 'kernel') return { layer: 'kernel', folder: '' };
  if (top === 'modules' || top === 'adapters') return { layer: top, folder };
  // The settings stand beside the layers: whoever is configured may name their types.
  if (
    ['config.ts', 'control-plane.ts', 'settings.ts', 'setting-forms.ts', 'module-switches.ts'].includes(top)
  )
    return { layer: 'settings', folder: '' };
  return { layer: 'composition', folder: '' };
}

function isIndex(file: string): boolean {
  return file.split('/').length === server.split('/').length + 3 && basename(file) === 'index.ts';
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.split('/').includes('test');
}

function mayStartApps(file: string): boolean {
  return file === `${server}/main.ts` || file.startsWith(`${server}/commands/`) || file.startsWith('bench/');
}

function mayReadEnvironment(file: string): boolean {
  if (file === `${server}/config.ts` || /^vite(st)?\.config\.ts$/.test(basename(file))) return true;
  return ['scripts/', 'bench/', 'apps/server/bin/'].some((folder) => file.startsWith(folder));
}

/** The two places that turn a moment into a date: anywhere else it would follow the zone of the machine at hand. */
const clocks = [`${server}/kernel/local-day.ts`, 'apps/portal/src/i18n/time.ts'];
const dateWords = new Set(
  'DateTimeFormat toLocaleDateString toLocaleTimeString getFullYear getMonth getDate getDay getHours getMinutes getSeconds getTimezoneOffset'.split(
    ' ',
  ),
);

function mustKeepPlatformTime(file: string): boolean {
  return !clocks.includes(file) && [`${server}/`, 'apps/portal/'].some((folder) => file.startsWith(folder));
}

/** One problem for each group of files that import each other in a circle. */
function findCycles(sources: Source[]): Problem[] {
  const graph = new Map(
    sources
      .filter(({ file }) => file.startsWith('apps/'))
      .map(({ file, imports }) => [file, imports.flatMap(({ target }) => target ?? [])]),
  );
  const problems: Problem[] = [];
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    if (finished.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      const names = [...path.slice(start), file].map((each) => each.replace(/^apps\/\w+\/(?:src\/)?/, ''));
      problems.push({ file, line: 1, message: `is part of an import cycle: ${names.join(' → ')}` });
      return;
    }
    path.push(file);
    for (const target of graph.get(file) ?? []) if (graph.has(target)) visit(target);
    path.pop();
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return problems;
}

async function listSources(root: string): Promise<string[]> {
  const files: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) await walk(path);
      else if (entry.isFile() && /\.(ts|tsx|mts|js|mjs)$/.test(entry.name)) files.push(path);
    }
  };
  for (const folder of ['apps', 'packages', 'bench', 'scripts']) {
    if (existsSync(join(root, folder))) await walk(folder);
  }
  return files.filter((file) => !/\.generated\.ts$/.test(file)).sort();
}

/** The file that each workspace package stands for: `@tamga/sandbox` is `apps/sandbox/src/index.ts`. */
async function readPackages(root: string): Promise<Map<string, string>> {
  const packages = new Map<string, string>();
  for (const parent of ['apps', 'packages']) {
    for (const name of await readdir(join(root, parent)).catch(() => [] as string[])) {
      const text = await readFile(join(root, parent, name, 'package.json'), 'utf8').catch(() => undefined);
      if (text === undefined) continue;
      const manifest: { name: string; exports?: { '.'?: string } } = JSON.parse(text);
      packages.set(manifest.name, posix.join(parent, name, manifest.exports?.['.'] ?? 'index.ts'));
    }
  }
  return packages;
}

function readSource(file: string, text: string, packages: Map<string, string>): Source {
  const { imports, environmentLines, clockLines } = scan(text);
  const resolveTarget = (specifier: string): string | undefined => {
    if (specifier.startsWith('.')) return posix.join(dirname(file), specifier);
    const [scope = '', name = '', ...rest] = specifier.split('/');
    const entry = packages.get(scope.startsWith('@') ? `${scope}/${name}` : scope);
    return entry && rest.length > 0 ? posix.join(entry.split('/').slice(0, 2).join('/'), ...rest) : entry;
  };
  return {
    file,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: imports.map((each) => ({ ...each, target: resolveTarget(each.specifier) })),
    environmentLines,
    clockLines,
  };
}

interface Token {
  kind: 'word' | 'string' | 'sign';
  text: string;
  line: number;
}

/** Finds `from '…'`, `import '…'`, `import('…')` and reads of the environment or of a local clock, outside comments and strings. */
export function scan(text: string): { imports: Import[]; environmentLines: number[]; clockLines: number[] } {
  const tokens = tokenize(text);
  const imports: Import[] = [];
  const environmentLines: number[] = [];
  const clockLines = tokens
    .filter((token, index) => dateWords.has(token.text) && tokens[index - 1]?.text === '.')
    .map(({ line }) => line);
  tokens.forEach((token, index) => {
    const before = (distance: number) => tokens[index - distance]?.text;
    if (token.kind === 'string') {
      const called = before(1) === '(' && before(2) === 'import';
      if (before(1) !== 'from' && before(1) !== 'import' && !called) return;
      imports.push({ specifier: token.text, line: token.line });
      if (/^(node:)?process$/.test(token.text)) environmentLines.push(token.line);
      return;
    }
    if (token.text !== 'process' || token.kind !== 'word') return;
    const after = tokens.slice(index + 1, index + 4).map((each) => each.text);
    while (after[0] === '?' || after[0] === '.' || after[0] === '[') after.shift();
    if (after[0] === 'env' || (before(1) === '=' && before(2) === '}')) environmentLines.push(token.line);
  });
  return { imports, environmentLines, clockLines };
}

/** Words after which a slash begins a regular expression rather than a division. */
const beforeExpression = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'do',
  'else',
  'void',
  'await',
  'yield',
]);

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  /** For every open template literal, how many braces are open inside its current `${…}`. */
  const templates: number[] = [];
  let line = 1;
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return undefined;
    at += found.length;
    return found;
  };
  const push = (kind: Token['kind'], value: string, raw: string): void => {
    tokens.push({ kind, text: value, line });
    line += raw.split('\n').length - 1;
  };
  while (at < text.length) {
    const blank = take(/(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)+/y);
    if (blank !== undefined) {
      line += blank.split('\n').length - 1;
      continue;
    }
    const word = take(/[\p{ID_Start}$_#][\p{ID_Continue}$]*|\d[\w.]*/uy);
    if (word !== undefined) {
      push('word', word, word);
      continue;
    }
    const quoted = take(/'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y);
    if (quoted !== undefined) {
      push('string', quoted.slice(1, -1), quoted);
      continue;
    }
    const last = tokens.at(-1);
    const divides =
      last &&
      (last.kind === 'string' ||
        /^[)\]}]$/.test(last.text) ||
        (last.kind === 'word' && !beforeExpression.has(last.text)));
    if (text[at] === '/' && !divides) {
      const expression = take(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y);
      if (expression !== undefined) {
        push('sign', '/…/', expression);
        continue;
      }
    }
    const depth = templates.at(-1);
    if (text[at] === '`' || (text[at] === '}' && depth === 0)) {
      const isStart = text[at] === '`';
      at += 1;
      const body = take(/(?:\\[\s\S]|\$(?!\{)|[^\\`$])*/y) ?? '';
      const closes = text[at] === '`';
      at += closes ? 1 : 2;
      push(isStart && closes ? 'string' : 'sign', body, body);
      if (isStart && !closes) templates.push(0);
      if (!isStart && closes) templates.pop();
      continue;
    }
    const sign = text[at] ?? '';
    if (depth !== undefined && sign === '{') templates[templates.length - 1] = depth + 1;
    if (depth !== undefined && sign === '}') templates[templates.length - 1] = depth - 1;
    push('sign', sign, sign);
    at += 1;
  }
  return tokens;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const problems = await checkImports(root);
  for (const { file, line, message } of problems) {
    console.error(`${relative(process.cwd(), join(root, file))}:${line} ${message}`);
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}
