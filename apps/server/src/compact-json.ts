/** JSON with one line for each part at this depth: no indentation below it, and a diff that names the part. */
export function printJson(value: object, depth: number, indent = ''): string {
  if (depth === 0) return JSON.stringify(value);
  const inner = `${indent} `;
  const lines = Object.entries(value).map(([name, part]) => {
    const isDeep = typeof part === 'object' && part !== null && !Array.isArray(part);
    return `${inner}${JSON.stringify(name)}: ${isDeep ? printJson(part, depth - 1, inner) : JSON.stringify(part)}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}
