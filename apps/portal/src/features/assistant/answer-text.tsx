import { isSafeLink } from '@tamga/markdown';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';

const LINK = /\[([^[\]\n]+)\]\((\/[^\s)[]*|https:\/\/[^\s)[]+)\)/g;

/** Plain text with the links that the server let through; nothing in it can load by itself. */
export function AnswerText({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((paragraph, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are only appended
    <p key={at}>
      {paragraph.split('\n').map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended
        <Fragment key={row}>
          {row === 0 ? null : <br />}
          {withLinks(line)}
        </Fragment>
      ))}
    </p>
  ));
}

function withLinks(line: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of line.matchAll(LINK)) {
    parts.push(line.slice(end, found.index));
    parts.push(<SourceLink key={found.index} title={found[1] ?? ''} url={found[2] ?? ''} />);
    end = found.index + found[0].length;
  }
  return [...parts, line.slice(end)];
}

export function SourceLink({ title, url }: { title: string; url: string }) {
  if (!isSafeLink(url)) return title;
  if (url.startsWith('/')) return <Link to={url}>{title}</Link>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  );
}
