/** The first match wins: later browsers also name earlier ones. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/YaBrowser\//, 'Yandex'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Names that a person recognises; empty where the browser did not say. */
export function describeAgent(userAgent: string | null): { browser: string; system: string } {
  const find = (rules: readonly [RegExp, string][]) =>
    rules.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? '';
  return { browser: find(browsers), system: find(systems) };
}
