/** RFC 8785 for texts, lists and objects: names in order, no spaces. The same value always has the same octets. */
export function canonicalize(value: string | object): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`;
  const parts = Object.entries(value as Record<string, string | object>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonicalize(each)}`);
  return `{${parts.join(',')}}`;
}
