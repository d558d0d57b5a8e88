/** Typed by a person: JSON if it begins like it, otherwise a text; nothing if it is empty. */
export function readContent(typed: string): { content: unknown; isBroken: boolean } {
  const text = typed.trim();
  if (text === '') return { content: undefined, isBroken: false };
  if (!/^[[{]/.test(text)) return { content: text, isBroken: false };
  try {
    return { content: JSON.parse(text), isBroken: false };
  } catch {
    return { content: undefined, isBroken: true };
  }
}
