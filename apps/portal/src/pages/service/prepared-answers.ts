/**
 * Answers that the assistant prepared, from the fragment of the address: a browser sends it to no server. Anybody can
 * write such a link, so the page says that the answers came with it, and takes only those of the form.
 */
export function readPreparedAnswers(hash: string): Record<string, unknown> | null {
  const carried = /^#answers=([\w-]{1,20000})$/.exec(hash)?.[1];
  if (carried === undefined) return null;
  try {
    const binary = atob(carried.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)));
    const answers: unknown = JSON.parse(text);
    return typeof answers === 'object' && answers !== null && !Array.isArray(answers)
      ? (answers as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
