/**
 * The text that the whole API accepts: a database can store it and a page or an assistant can show it. NUL
 * ends a text in PostgreSQL, a lone surrogate has no UTF-8, and other control characters forge lines in
 * terminals and logs. Tabs and line breaks belong to prose; a field of one line uses `line` of schemas.ts.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export function isText(value: string): boolean {
  return !control.test(value) && value.isWellFormed();
}

/** JSON pointer of the first key or string that is not valid text. */
export function findBadText(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isText(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    // The key itself is unsafe to repeat in an answer.
    const found = isText(key) ? findBadText(part, `${path}/${key}`) : path;
    if (found !== undefined) return found;
  }
  return undefined;
}
