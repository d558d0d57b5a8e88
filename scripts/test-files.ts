/** Files that start a browser: they are by far the slowest, so they start first, and a quick run omits them. */
export const isBrowserTest = (file: string): boolean =>
  /^apps\/(portal\/test|sandbox\/src\/web)\//.test(file);

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
