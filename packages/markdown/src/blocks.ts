export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'code'; text: string }
  | { kind: 'paragraph'; text: string };

const HEADING = /^(#{1,4})\s/;
const ITEM = /^\s*(?:([-*+])|\d{1,3}[.)])\s/;
const FENCE = /^\s{0,3}(?:```|~~~)/;

/** The border of a block of code. */
export const isFence = (line: string): boolean => FENCE.test(line);

/** A heading, without the `#` that some people also write after it; undefined for any other line. */
export function readHeading(line: string): { level: number; text: string } | undefined {
  const [, marks] = HEADING.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const written = line.slice(marks.length).trim();
  let end = written.length;
  while (written[end - 1] === '#') end -= 1;
  // A heading of `#` alone is named so.
  const text = written.slice(0, end).trimEnd() || written.slice(0, 1);
  return text === '' ? undefined : { level: marks.length, text };
}

/** The blocks that articles use; anything else, HTML too, stays visible as text. */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  let code: string[] | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    if (isFence(line)) {
      if (code) blocks.push({ kind: 'code', text: code.join('\n') });
      code = code ? null : [];
      isOpen = false;
      continue;
    }
    if (code) {
      code.push(line);
      continue;
    }
    const last = isOpen ? blocks.at(-1) : undefined;
    const heading = readHeading(line);
    const item = ITEM.exec(line);
    isOpen = line.trim() !== '' && !heading;
    if (heading) blocks.push({ kind: 'heading', ...heading });
    else if (item) {
      const isOrdered = item[1] === undefined;
      const text = line.slice(item[0].length).trimStart();
      if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(text);
      else blocks.push({ kind: 'list', isOrdered, items: [text] });
    } else if (line.trim() !== '') {
      if (last?.kind === 'paragraph') last.text += ` ${line.trim()}`;
      else if (last?.kind === 'list') last.items.push(`${last.items.pop() ?? ''} ${line.trim()}`);
      else blocks.push({ kind: 'paragraph', text: line.trim() });
    }
  }
  if (code) blocks.push({ kind: 'code', text: code.join('\n') });
  return blocks;
}

export type Inline =
  | { kind: 'text' | 'strong' | 'code' | 'light'; text: string }
  | { kind: 'link'; text: string; url: string };

const INLINE =
  /(?<!!)\[([^[\]\n]+)\]\((\/(?!\/)[^\s)[]*|https:\/\/[^\s)[]+)\)|\*\*([^*\n]+)\*\*|`([^`\n]+)`|(?<![\p{L}\p{N}*])\*([^*\n]+)\*/gu;

const ORIGIN = 'https://platform.invalid';

/**
 * Browsers read `\\` as `/` and drop control characters, so the address is judged as a browser reads it, and not by
 * how it begins.
 */
export function isSafeLink(url: string): boolean {
  if (/[\\\p{Cc}\p{Cf}]/u.test(url) || !URL.canParse(url, ORIGIN)) return false;
  const { protocol, origin, username, password } = new URL(url, ORIGIN);
  if (url.startsWith('/')) return origin === ORIGIN;
  return protocol === 'https:' && username === '' && password === '';
}

/** The parts of a line; a link leads to this platform or, with https, elsewhere. */
export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, title, url, strong, code, light] = found;
    if (url !== undefined && !isSafeLink(url)) continue;
    parts.push({ kind: 'text', text: text.slice(end, found.index) });
    end = found.index + whole.length;
    if (title !== undefined) parts.push({ kind: 'link', text: title, url: url ?? '' });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else parts.push({ kind: 'light', text: light ?? '' });
  }
  parts.push({ kind: 'text', text: text.slice(end) });
  return parts.filter((part) => part.text !== '');
}

/** Elements of headings in the text of a page, which stands below its title. */
export const pageLevels = ['h2', 'h2', 'h3', 'h4'] as const;
