/** Removes folders, and characters that hide or reverse the rest of a name. */
export function sanitizeName(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}"]/gu, '').trim();
  return [...clean].slice(0, 190).join('');
}

/** RFC 6266: `filename` for old clients, `filename*` with every character. */
export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
