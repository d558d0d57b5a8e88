/** Files that start a browser: the slowest by far, so they start first, and a quick run leaves them out. */
export const isBrowserTest = (file: string): boolean =>
  /^apps\/(portal\/test|sandbox\/src\/web)\//.test(file);

/**
 * The part of the repository a file belongs to, as the folder its tests lie in; undefined for files that belong to
 * none, such as documents and scripts.
 */
export function findArea(file: string): string | undefined {
  const [, area] =
    /^(apps\/server\/src\/(?:modules|adapters|kernel)\/[^/]+\/|apps\/server\/src\/(?:commands|composition)\/|apps\/(?:portal|sandbox)\/|packages\/[^/]+\/)/.exec(
      file,
    ) ?? [];
  return area;
}

/** The test files to run for these names (a folder or file somewhere in the path), browsers left out. */
export function selectByName(testFiles: readonly string[], names: readonly string[]): string[] {
  return testFiles.filter(
    (file) =>
      !isBrowserTest(file) &&
      names.some((name) => `/${file}`.includes(`/${name.replace(/\/$/, '')}/`) || file === name),
  );
}

/** The test files of every area that one of the changed files belongs to, browsers left out. */
export function selectByChange(testFiles: readonly string[], changed: readonly string[]): string[] {
  const areas = new Set(changed.map(findArea).filter((area) => area !== undefined));
  return testFiles.filter(
    (file) =>
      !isBrowserTest(file) && (changed.includes(file) || [...areas].some((area) => file.startsWith(area))),
  );
}
