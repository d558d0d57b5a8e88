/** Files that start a browser: they are by far the slowest, so a quick run omits them. */
export const isBrowserTest = (file: string): boolean =>
  /^apps\/(portal\/test|sandbox\/src\/web)\//.test(file);

/**
 * Files that take ten seconds or more without a browser, the longest first. Listed by hand, because a clean checkout
 * knows sizes and no durations.
 */
export const longTests: readonly string[] = [
  'scripts/new-module.test.ts',
  'apps/server/test/killed-server.test.ts',
  'bench/bench.test.ts',
  'apps/server/src/kernel/db/embedded.test.ts',
  'apps/server/src/commands/cli.test.ts',
  'apps/server/src/kernel/audit/verify-large.test.ts',
  'apps/server/test/database-outage.test.ts',
  'apps/server/src/modules/references/references.test.ts',
  'apps/server/test/client.test.ts',
  'apps/server/src/commands/stopping.test.ts',
  'apps/server/src/kernel/http/pressure.test.ts',
];

/** Half of the workers on two cores. */
const browsersAtOnce = 3;

/**
 * Long files first: started last, one of them keeps one core busy and the others idle. Browser tests compute while
 * the others mostly wait, so they are spread over the first half of the files (the rest are short); together they would
 * leave the cores half idle afterwards.
 */
export function orderFiles<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const browser = files.filter((file) => isBrowserTest(pathOf(file)));
  const others = files.filter((file) => !isBrowserTest(pathOf(file)));
  const long = longTests.flatMap((path) => others.filter((file) => pathOf(file) === path));
  const gap = others.length / browser.length / 2;
  const places = [
    ...browser.map((file, index) => ({ file, place: Math.max(0, index - browsersAtOnce + 1) * gap })),
    ...[...long, ...others.filter((file) => !long.includes(file))].map((file, place) => ({ file, place })),
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

/** The test files for these names (a folder or file in the path), without browser tests. */
export function selectByName(testFiles: readonly string[], names: readonly string[]): string[] {
  return testFiles.filter(
    (file) =>
      !isBrowserTest(file) &&
      names.some((name) => `/${file}`.includes(`/${name.replace(/\/$/, '')}/`) || file === name),
  );
}

/** The test files of every changed area, without browser tests. */
export function selectByChange(testFiles: readonly string[], changed: readonly string[]): string[] {
  const areas = new Set(changed.map(findArea).filter((area) => area !== undefined));
  return testFiles.filter(
    (file) =>
      !isBrowserTest(file) && (changed.includes(file) || [...areas].some((area) => file.startsWith(area))),
  );
}
