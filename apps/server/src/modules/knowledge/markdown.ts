import { isFence, readHeading } from '@tamga/markdown';
import { createRomanizer } from '../../kernel/latin.ts';

export interface Section {
  /** Empty for the text before the first heading. */
  readonly title: string;
  readonly anchor: string;
  readonly text: string;
}

const romanize = createRomanizer();
/** The longest passage: a model reads several of them, and a long one answers no single question. */
const maxPassage = 1500;

/** Cuts Markdown at its headings; lines inside a code block are no headings. */
export function cutSections(markdown: string): Section[] {
  const sections: { title: string; anchor: string; lines: string[] }[] = [
    { title: '', anchor: '', lines: [] },
  ];
  const used = new Set<string>();
  let isCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (isFence(line)) isCode = !isCode;
    const title = isCode ? undefined : readHeading(line)?.text;
    if (title !== undefined) sections.push({ title, anchor: anchorOf(title, used), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trim() }));
}

/** Latin letters alone: a Cyrillic fragment would be sent in percent signs. */
function anchorOf(title: string, used: Set<string>): string {
  const plain =
    romanize(title)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|(?<!-)-+$/g, '')
      .slice(0, 60) || 'section';
  let anchor = plain;
  for (let count = 2; used.has(anchor); count += 1) anchor = `${plain}-${count}`;
  used.add(anchor);
  return anchor;
}

/** Sections with text, none longer than a passage may be. */
export function cutPassages(markdown: string): Section[] {
  return cutSections(markdown)
    .filter(({ text }) => text !== '')
    .flatMap((section) => cutLong(section.text).map((text) => ({ ...section, text })));
}

function cutLong(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxPassage) {
    const at = ['\n\n', '\n', '. ', ' ']
      .map((end) => rest.lastIndexOf(end, maxPassage))
      .find((found) => found > maxPassage / 3);
    const cut = at === undefined ? maxPassage : at + 1;
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

export interface FrontMatter {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Lines `name: value` between two lines of dashes; undefined when the file begins otherwise. */
export function readFrontMatter(file: string): FrontMatter | undefined {
  const lines = file.replace(/^\ufeff/, '').split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end === -1) return undefined;
  const fields = new Map<string, string>();
  for (const line of lines.slice(1, end)) {
    const [whole, name] = /^([a-z_]+):/.exec(line) ?? [];
    if (whole !== undefined && name !== undefined)
      fields.set(
        name,
        line
          .slice(whole.length)
          .trim()
          .replace(/^(["'])(.*)\1$/, '$2'),
      );
    else if (line.trim() !== '') return undefined;
  }
  return {
    fields,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

/** `[one, two]` or `one, two`. */
export const readWords = (value: string): string[] =>
  value
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
