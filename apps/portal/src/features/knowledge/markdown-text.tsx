import type { ReactNode } from 'react';
import { SourceLink } from '../assistant/answer-text.tsx';
import classes from './markdown-text.module.css';

type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'code'; text: string }
  | { kind: 'paragraph'; text: string };

const HEADING = /^(#{1,4})\s+(.+?)\s*#*\s*$/;
const ITEM = /^\s*(?:([-*+])|\d{1,3}[.)])\s+(.*)$/;
const FENCE = /^\s{0,3}(?:```|~~~)/;

/** The blocks that articles use; anything else, HTML too, stays visible as text. */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  let code: string[] | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) {
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
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    isOpen = line.trim() !== '' && !heading;
    if (heading) blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    else if (item) {
      const isOrdered = item[1] === undefined;
      if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(item[2] ?? '');
      else blocks.push({ kind: 'list', isOrdered, items: [item[2] ?? ''] });
    } else if (line.trim() !== '') {
      if (last?.kind === 'paragraph') last.text += ` ${line.trim()}`;
      else if (last?.kind === 'list') last.items.push(`${last.items.pop() ?? ''} ${line.trim()}`);
      else blocks.push({ kind: 'paragraph', text: line.trim() });
    }
  }
  if (code) blocks.push({ kind: 'code', text: code.join('\n') });
  return blocks;
}

/**
 * Markdown as text: no image, no frame and no script is ever made of it, so nothing loads by itself. With `anchors`, one
 * for each heading, it is the text of a page, otherwise a preview.
 */
export function MarkdownText({ text, anchors }: { text: string; anchors?: readonly string[] }) {
  const blocks = readBlocks(text);
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  return (
    <div className={classes.text}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity
        <BlockView key={at} block={block} anchor={anchors?.[headings.indexOf(block)]} />
      ))}
    </div>
  );
}

/** The editor's own headings are above its preview; an article stands below the title of its page. */
const previewLevels = ['h3', 'h4', 'h5', 'h6'] as const;
const pageLevels = ['h2', 'h2', 'h3', 'h4'] as const;

function BlockView({ block, anchor }: { block: Block; anchor: string | undefined }) {
  if (block.kind === 'code') return <pre>{block.text}</pre>;
  if (block.kind === 'paragraph') return <p>{inline(block.text)}</p>;
  if (block.kind === 'heading') {
    const Heading = (anchor === undefined ? previewLevels : pageLevels)[block.level - 1] ?? 'h6';
    return <Heading id={anchor}>{inline(block.text)}</Heading>;
  }
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity
        <li key={at}>{inline(item)}</li>
      ))}
    </List>
  );
}

const INLINE =
  /(?<!!)\[([^\]\n]+)\]\((\/(?!\/)[^\s)]*|https:\/\/[^\s)]+)\)|\*\*([^*\n]+)\*\*|`([^`\n]+)`|(?<![\p{L}\p{N}*])\*([^*\n]+)\*/gu;

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, title, url, strong, code, light] = found;
    parts.push(text.slice(end, found.index));
    end = found.index + whole.length;
    if (title !== undefined) parts.push(<SourceLink key={found.index} title={title} url={url ?? ''} />);
    else if (strong !== undefined) parts.push(<strong key={found.index}>{strong}</strong>);
    else if (code !== undefined) parts.push(<code key={found.index}>{code}</code>);
    else parts.push(<em key={found.index}>{light}</em>);
  }
  return [...parts, text.slice(end)];
}
