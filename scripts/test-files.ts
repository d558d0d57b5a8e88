/** Files that start a browser: they are by far the slowest, so a quick run omits them. */
export const isBrowserTest = (file: string): boolean =>
  /^apps\/(portal\/test|sandbox\/src\/web)\//.test(file);

/** Files of this name prove endurance: they run in `npm run test:long`, and not in `npm test`. */
export const longTestSuffix = '.long.test.';
export const longTestGlob = `**/*${longTestSuffix}*`;

/**
 * Files without a browser that take longest, the longest of each tier first. Listed by hand, because a clean checkout
 * knows sizes and no durations.
 */
export const slowTests: readonly string[] = [
  'scripts/new-module.long.test.ts',
  'apps/server/src/adapters/files/contract.long.test.ts',
  'apps/server/src/commands/seal.long.test.ts',
  'apps/server/src/modules/files/move.long.test.ts',
  'apps/server/src/modules/signing/pades/corpus.long.test.ts',
  'apps/server/src/modules/gspace/large-file.long.test.ts',
  'apps/server/src/kernel/db/embedded.long.test.ts',
  'bench/bench.long.test.ts',
  'apps/server/test/killed-relay.long.test.ts',
  'apps/server/test/killed-webhooks.long.test.ts',
  'apps/server/src/kernel/http/access.test.ts',
  'apps/server/src/modules/files/scanning.test.ts',
  'apps/server/src/modules/issued-documents/seal.test.ts',
  'apps/server/src/commands/cli.test.ts',
  'apps/server/src/modules/references/references.test.ts',
];

/** Half of the workers on two cores. */
const browsersAtOnce = 3;

/**
 * Slow files first: started last, one of them keeps one core busy and the others idle. Browser tests compute while
 * the others mostly wait, so they are spread over the first half of the files (the rest are short); together they would
 * leave the cores half idle afterwards.
 */
export function orderFiles<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const browser = files.filter((file) => isBrowserTest(pathOf(file)));
  const others = files.filter((file) => !isBrowserTest(pathOf(file)));
  const slow = slowTests.flatMap((path) => others.filter((file) => pathOf(file) === path));
  const gap = others.length / browser.length / 2;
  const places = [
    ...browser.map((file, index) => ({ file, place: Math.max(0, index - browsersAtOnce + 1) * gap })),
    ...[...slow, ...others.filter((file) => !slow.includes(file))].map((file, place) => ({ file, place })),
  ];
  return places.sort((one, other) => one.place - other.place).map(({ file }) => file);
}

/**
 * The area of a file, as the folder that contains its tests; undefined for files without one, such as documents and
 * scripts.
 */
export function findArea(file: string): string | undefined {
  const [, area] =
    /^(apps\/server\/src\/(?:modules|adapters|kernel)\/[^/]+\/|apps\/server\/src\/(?:commands|composition)\/|apps\/(?:portal|sandbox)\/|packages\/[^/]+\/)/.exec(
      file,
    ) ?? [];
  return area;
}

/** Written by `npm run generate`: the source of the change selects the tests. */
const isGenerated = (file: string): boolean =>
  /(^|\/)generated\//.test(file) || file === 'apps/server/src/kernel/db/schema.ts';

/** Tests outside a module that check every module. */
const guards: readonly { of: RegExp; tests: readonly string[] }[] = [
  {
    of: /^apps\/server\/(migrations\/|src\/.*store\.ts$)/,
    tests: ['apps/server/test/statements.test.ts', 'apps/server/test/rls.test.ts'],
  },
  {
    of: /^apps\/server\/src\/modules\/.*(routes|schemas)\.ts$/,
    tests: ['apps/server/src/kernel/http/row-schemas.test.ts', 'apps/server/src/kernel/http/text.test.ts'],
  },
  { of: /^apps\//, tests: ['scripts/todo.test.ts'] },
];

const isGuardOf = (files: readonly string[]) => {
  const active = guards.filter(({ of }) => files.some((file) => of.test(file)));
  return (test: string): boolean => active.some(({ tests }) => tests.includes(test));
};

/** The test files for these names (a folder or file in the path), without browser and long tests. */
export function selectByName(files: readonly string[], names: readonly string[]): string[] {
  const named = files.filter((file) =>
    names.some((name) => `/${file}`.includes(`/${name.replace(/\/$/, '')}/`) || file === name),
  );
  if (!named.some(isQuickTest)) return [];
  const isGuard = isGuardOf(named);
  return files.filter((file) => isQuickTest(file) && (named.includes(file) || isGuard(file)));
}

/** The test files of every changed area, without browser and long tests. */
export function selectByChange(files: readonly string[], changed: readonly string[]): string[] {
  const written = changed.filter((file) => !isGenerated(file));
  const areas = [...new Set(written.map(findArea).filter((area) => area !== undefined))];
  const isGuard = isGuardOf(written);
  return files.filter(
    (file) =>
      isQuickTest(file) &&
      (changed.includes(file) || isGuard(file) || areas.some((area) => file.startsWith(area))),
  );
}

const isQuickTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) && !file.includes(longTestSuffix) && !isBrowserTest(file);

/**
 * The files that `npm run check` formats and lints: main is clean and no rule reads a second file, so the changed
 * files are enough unless the rules themselves changed.
 */
export function selectForLint(changed: readonly string[]): string[] {
  const isRule = (file: string) =>
    /^(biome\.json|package-lock\.json|\.gitignore)$|^scripts\/lint\//.test(file);
  return changed.length === 0 || changed.some(isRule) ? ['.'] : [...changed];
}
