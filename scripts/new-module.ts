// `npm run new:module NAME`: a module with a migration, rows, a test and a page, all green. See CONTRIBUTING.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const usage = `npm run new:module -- NAME [--one NAME]

  NAME        the plural, in small letters: library-cards
  --one NAME  the singular, where it is not NAME without its s
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
    .replaceAll('__Items__', pascal(name))
    .replaceAll('__items__', camel(name))
    .replaceAll('__Item__', pascal(one))
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

export function writeModule(root: string, names: Names): string[] {
  const { name } = names;
  const module = `apps/server/src/modules/${name}`;
  const page = `apps/portal/src/pages/${name}`;
  if (existsSync(join(root, module))) throw new Error(`${module} is there already: choose another name`);
  const files: Record<string, string> = {
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
  for (const [path, file] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), fill(template(file), names));
  }
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
      file: 'apps/portal/src/shell/places.ts',
      at: '  officer: {\n',
      entry: `  '${name}': { path: '/${name}', frame: 'own', menu: own('list', '${sentence(name)}', '${sentence(name)}') },\n\n`,
    },
    {
      file: 'apps/portal/src/place-pages.ts',
      at: '  officer: ',
      entry: `  '${name}': lazyPart(() => import('./pages/${name}/${name}-page.tsx').then((page) => page.${pascal(name)}Page)),\n`,
    },
  ];
  for (const list of lists) register(root, list);
  return [...Object.keys(files), ...new Set(lists.map(({ file }) => file))];
}

function readArguments(given: readonly string[]): Names | undefined {
  const [name = '', flag, one = name.replace(/s$/, '')] = given;
  const isPlain = (word: string) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word) && word.length <= 40;
  if (!isPlain(name) || !isPlain(one) || (flag !== undefined && flag !== '--one') || one === name)
    return undefined;
  return { name, one };
}

function run(root: string, command: string, ...options: string[]): void {
  const { status } = spawnSync(command, options, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${options.join(' ')} ended with ${status}`);
}

if (import.meta.main) {
  const names = readArguments(process.argv.slice(2));
  if (names === undefined) {
    console.error(usage);
    process.exit(2);
  }
  const root = process.cwd();
  const written = writeModule(root, names);
  const bin = (program: string) => join(root, 'node_modules/.bin', program);
  run(
    root,
    bin('biome'),
    'check',
    '--write',
    '--colors=off',
    ...written.filter((file) => /\.tsx?$/.test(file)),
  );
  run(root, process.execPath, 'apps/server/src/main.ts', 'generate');
  console.log(
    `Written:\n  ${written.join('\n  ')}\n\nNext: npm test -- apps/server/src/modules/${names.name}`,
  );
}
