import { Link } from 'react-router';
import type { AuditSentencePart } from '../../api/administration.ts';
import { useAccess } from '../../shell/guarded.tsx';
import { mayOpen } from '../../shell/may-open.ts';
import { type Need, places } from '../../shell/places.ts';

type Kind = NonNullable<AuditSentencePart['kind']>;

/** Where each named thing is shown, and what its page needs. */
const PAGES: Record<Kind, { need: Need; path(id: string): string }> = {
  person: { need: places.users.menu.need, path: (id) => `${places.users.path}?user=${id}` },
  application: { need: places.officer.menu.need, path: (id) => `${places.officer.path}?case=${id}` },
  organisation: { need: 'signed-in', path: (id) => `/organisations/${id}` },
  service: { need: 'signed-in', path: (id) => `/services/${id}` },
  passport: { need: places.registry.menu.need, path: (id) => `/registry/services/${id}` },
  client: { need: places.applications.menu.need, path: (id) => `${places.applications.path}/${id}` },
  role: { need: places.roles.menu.need, path: (id) => `${places.roles.path}?role=${id}` },
};

export const readSentence = (parts: readonly AuditSentencePart[]): string =>
  parts.map(({ text }) => text).join('');

/** The sentence with links to what it names, where the reader may open it. */
export function Sentence({ parts }: { parts: readonly AuditSentencePart[] }) {
  const access = useAccess();
  return parts.map((part, at) => {
    const page = part.kind && part.open ? PAGES[part.kind] : undefined;
    const key = `${at} ${part.text}`;
    if (!page || !part.id || !mayOpen(page, access)) return <span key={key}>{part.text}</span>;
    return (
      <Link key={key} to={page.path(encodeURIComponent(part.id))}>
        {part.text}
      </Link>
    );
  });
}
