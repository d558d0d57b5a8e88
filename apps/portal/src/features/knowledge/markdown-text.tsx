import { type Block, pageLevels, readBlocks, readInline } from '@tamga/markdown';
import type { ReactNode } from 'react';
import { SourceLink } from '../assistant/answer-text.tsx';
import classes from './markdown-text.module.css';

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

/** The editor's own headings are above its preview. */
const previewLevels = ['h3', 'h4', 'h5', 'h6'] as const;

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

const elements = { strong: 'strong', code: 'code', light: 'em' } as const;

function inline(text: string): ReactNode[] {
  return readInline(text).map((part, at) => {
    if (part.kind === 'text') return part.text;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
    if (part.kind === 'link') return <SourceLink key={at} title={part.text} url={part.url} />;
    const Element = elements[part.kind];
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
    return <Element key={at}>{part.text}</Element>;
  });
}
