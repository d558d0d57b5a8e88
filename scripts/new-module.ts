// `npm run new:module NAME`: a module with a migration, rows, a test that passes and a page. See CONTRIBUTING.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const usage = `npm run new:module -- NAME [--one NAME]

  NAME        the plural, in small letters: library-cards
  --one NAME  the singular, where a plain rule does not find it: people --one person
`;

interface Names {
  name: string;
  one: string;
}

const template = (file: string) => readFileSync(join(import.meta.dirname, 'new-module', file), 'utf8');
const pascal = (words: string) => words.replace(/(^|-)([a-z])/g, (_, _dash, letter) => letter.toUpperCase());
const camel = (words: string) => words.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1).replaceAll('-', ' ');

function fill(text: string, { name, one }: Names): string {
  return text
    .replaceAll('__table__', name.replaceAll('-', '_'))
    .replaceAll('__name__', name)
    .replaceAll('__NAME__', name.replaceAll('-', '_').toUpperCase())
    .replaceAll('__Items__', pascal(name))
    .replaceAll('__items__', camel(name))
    .replaceAll('__Item__', pascal(one))
    .replaceAll('__one__', sentence(one))
    .replaceAll('__title__', sentence(name));
}

/** Forward only: the next number after every migration there is. */
function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, 'apps/server/migrations')).map((file) => Number(file.slice(0, 4)));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

interface Registration {
  file: string;
  /** The text beside which the entry is written, in front of it unless `isAfter`. */
  at: string;
  isAfter?: boolean;
  entry: string;
}

function register(root: string, { file, at, isAfter = false, entry }: Registration): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(at).length !== 2) throw new Error(`${file}: "${at}" must stand there once`);
  writeFileSync(
    path,
    text.replace(at, () => (isAfter ? at + entry : entry + at)),
  );
}

/**
 * Writes the module, then runs `finish` on its files. A failure removes them and restores the lists, so that the
 * command can be repeated.
 */
export function writeModule(root: string, names: Names, finish?: (written: string[]) => void): string[] {
  const { files, lists } = planModule(root, names);
  const written = [...Object.keys(files), ...new Set(lists.map(({ file }) => file))];
  const present = [...foldersOf(names), ...Object.keys(files)].find((file) => existsSync(join(root, file)));
  if (present !== undefined) throw new Error(`${present} is there already: choose another name`);
  const before = new Map(lists.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    for (const list of lists) register(root, list);
    finish?.(written);
    return written;
  } catch (error) {
    for (const path of Object.keys(files)) rmSync(join(root, path), { force: true });
    for (const folder of foldersOf(names)) rmSync(join(root, folder), { recursive: true, force: true });
    for (const [file, text] of before) writeFileSync(join(root, file), text);
    throw error;
  }
}

const foldersOf = ({ name }: Names) =>
  [`apps/server/src/modules/${name}`, `apps/portal/src/pages/${name}`] as const;

function planModule(root: string, names: Names): { files: Record<string, string>; lists: Registration[] } {
  const { name } = names;
  const [module, page] = foldersOf(names);
  const templates: Record<string, string> = {
    [`apps/server/migrations/${nextMigration(root)}_${name.replaceAll('-', '_')}_create.sql`]:
      'migration.sql',
    [`${module}/index.ts`]: 'index.ts.txt',
    [`${module}/routes.ts`]: 'routes.ts.txt',
    [`${module}/schemas.ts`]: 'schemas.ts.txt',
    [`${module}/errors.ts`]: 'errors.ts.txt',
    [`${module}/events.ts`]: 'events.ts.txt',
    [`${module}/store.ts`]: 'store.ts.txt',
    [`${module}/${name}.ts`]: 'items.ts.txt',
    [`${module}/${name}.test.ts`]: 'test.ts.txt',
    [`apps/portal/src/api/${name}.ts`]: 'api.ts.txt',
    [`${page}/${name}-page.tsx`]: 'page.tsx.txt',
    [`${page}/words.ts`]: 'words.ts.txt',
  };
  const files = Object.fromEntries(
    Object.entries(templates).map(([path, file]) => [path, fill(template(file), names)]),
  );
  const lists: Registration[] = [
    {
      file: 'apps/server/src/composition/independent-modules.ts',
      at: "import type { Module } from '../kernel/module.ts';",
      entry: `import { ${camel(name)} } from '../modules/${name}/index.ts';\n`,
    },
    {
      file: 'apps/server/src/composition/independent-modules.ts',
      at: 'Module[] = [',
      isAfter: true,
      entry: `${camel(name)}, `,
    },
    {
      file: 'apps/server/src/modules/audit-log/sentences/platform.ts',
      at: 'Sentences = {',
      isAfter: true,
      entry: `
        '${name}.create': { mn: '{actor} TODO', en: '{actor} added an entry to ${sentence(name)}' },
        '${name}.delete': { mn: '{actor} TODO', en: '{actor} deleted an entry of ${sentence(name)}' },`,
    },
    {
      file: 'apps/portal/src/shell/places.ts',
      at: '  officer: {\n',
      entry: `  '${name}': { path: '/${name}', frame: 'own', menu: own('list', 'TODO ${sentence(name)}', '${sentence(name)}') },\n\n`,
    },
    {
      file: 'apps/portal/src/place-pages.ts',
      at: '  officer: ',
      entry: `  '${name}': lazyPart(() => import('./pages/${name}/${name}-page.tsx').then((page) => page.${pascal(name)}Page)),\n`,
    },
  ];
  return { files, lists };
}

function singularOf(plural: string): string {
  if (/[^aeiou]ies$/.test(plural)) return plural.replace(/ies$/, 'y');
  return plural.replace(/(ss|x|ch|sh)es$|s$/, '$1');
}

/** The names, or the reason why these arguments give none. */
export function readArguments([name = '', flag, given, ...rest]: readonly string[]): Names | string {
  const isPlain = (word: string) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word) && word.length <= 40;
  const one = given ?? singularOf(name);
  if (!isPlain(name)) return `"${name}" is no name: use small letters, digits and single dashes, at most 40`;
  if ((flag ?? '--one') !== '--one' || rest.length > 0) return `unknown option ${rest[0] ?? flag}`;
  if (!isPlain(one)) return `"${one}" is no singular: use small letters, digits and single dashes`;
  if (one === name) return `the singular of "${name}" has the same name: choose another with --one`;
  return { name, one };
}

function run(root: string, command: string, ...options: string[]): void {
  const { status } = spawnSync(command, options, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${options.join(' ')} ended with ${status}`);
}

function finishModule(root: string, written: readonly string[]): void {
  const sources = written.filter((file) => /\.tsx?$/.test(file));
  run(root, join(root, 'node_modules/.bin/biome'), 'check', '--write', '--colors=off', ...sources);
  run(root, process.execPath, 'apps/server/src/main.ts', 'generate');
}

if (import.meta.main) {
  const names = readArguments(process.argv.slice(2));
  if (typeof names === 'string') {
    console.error(`${names}\n\n${usage}`);
    process.exit(2);
  }
  const root = process.cwd();
  const written = writeModule(root, names, (files) => finishModule(root, files));
  console.log(
    `Written, one of them called ${names.one}:\n  ${written.join('\n  ')}\n\nNext: replace each TODO, then npm run test:fast -- ${names.name}`,
  );
}
