/** A name as one line: pages print it, and it becomes the name of a copy. */
export function plainName(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\]/gu, ' ').trim();
  return [...clean].slice(0, 200).join('') || 'file';
}

/** A time of the provider in our form; an unreadable one is the beginning of time, not a failure. */
export function timeOf(text: string | undefined): string {
  const ms = Date.parse(text ?? '');
  return new Date(Number.isNaN(ms) ? 0 : ms).toISOString();
}
