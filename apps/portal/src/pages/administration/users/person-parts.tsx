import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type AdminUserDetail, userQuery } from '../../../api/administration.ts';
import { Sentence } from '../../../features/audit/sentence.tsx';
import { permissionWords } from '../../../features/roles/permission-words.ts';
import { hasEveryPermission } from '../../../features/roles/role-names.ts';
import { DeskNote } from '../../../features/unattended/desk-note.tsx';
import { formatDateTime } from '../../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import { mayOpen } from '../../../shell/may-open.ts';
import { places } from '../../../shell/places.ts';
import layoutStyle from '../../../ui/layout.module.css';
import { Moment } from '../../../ui/moment.tsx';
import { Facts } from '../../../ui/page/list-and-detail.tsx';
import { Loaded } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './person-parts.module.css';
import { personWords } from './person-words.ts';
import { SessionsPart } from './sessions-part.tsx';

/** What the server shows of a person beyond the list; a part without the right to it is absent. */
export function PersonParts({ userId }: { userId: string }) {
  const query = useQuery(userQuery(userId));
  return (
    <Loaded query={query} source="platform" lines={6}>
      {(person) => (
        <>
          <AccountFacts person={person} />
          <DeskNote desk={person.desk} />
          {person.sessions ? <SessionsPart userId={userId} sessions={person.sessions} /> : null}
          <Applications items={person.applications} />
          <Organisations items={person.organisations} />
          <History items={person.role_history} />
        </>
      )}
    </Loaded>
  );
}

function AccountFacts({ person }: { person: AdminUserDetail }) {
  const words = usePageWords(personWords);
  const { permissions: names } = usePageWords(permissionWords);
  const { language } = useLanguage();
  const permissions = hasEveryPermission({ id: person.role_id })
    ? words.everyPermission
    : person.permissions.map((key) => names[key] ?? key).join('; ') || words.noPermissions;
  return (
    <Facts
      items={[
        [
          words.lastSignIn,
          person.last_sign_in_at ? <Moment key="at" at={person.last_sign_in_at} /> : words.neverSignedIn,
        ],
        [
          words.lock,
          person.locked_until
            ? words.lockedUntil(formatDateTime(person.locked_until, language))
            : words.notLocked,
        ],
        [words.permissions, permissions],
      ]}
    />
  );
}

interface PartProps {
  id: string;
  heading: string;
  none: string;
  children: ReactNode[];
}

function Part({ id, heading, none, children }: PartProps) {
  return (
    <section className={layoutStyle.part} aria-labelledby={id} data-testid={id}>
      <h3 id={id}>{heading}</h3>
      {children.length === 0 ? (
        <p className={textStyle.quiet}>{none}</p>
      ) : (
        <ul className={classes.lines}>{children}</ul>
      )}
    </section>
  );
}

function Applications({ items }: { items: AdminUserDetail['applications'] }) {
  const { applications: words } = usePageWords(personWords);
  const { language } = useLanguage();
  const isLinked = mayOpen(places.applications.menu, useAccess());
  if (!items) return null;
  return (
    <Part id="person-applications" heading={words.heading} none={words.none}>
      {items.map((app) => (
        <li key={app.client_id}>
          {isLinked ? (
            <Link to={`${places.applications.path}/${encodeURIComponent(app.client_id)}`}>
              {app.client_name || app.client_id}
            </Link>
          ) : (
            app.client_name || app.client_id
          )}
          <span className={textStyle.under}>
            {words.since(formatDateTime(app.granted_at, language))} · {app.scopes.join(', ')}
          </span>
        </li>
      ))}
    </Part>
  );
}

function Organisations({ items }: { items: AdminUserDetail['organisations'] }) {
  const { organisations: words } = usePageWords(personWords);
  const { language } = useLanguage();
  if (!items) return null;
  return (
    <Part id="person-organisations" heading={words.heading} none={words.none}>
      {items.map((organisation) => (
        <li key={organisation.id}>
          {(language === 'en' && organisation.name_latin) || organisation.name}
          <span className={textStyle.under}>
            {[organisation.reg_no, words.roles[organisation.role]].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </Part>
  );
}

function History({ items }: { items: AdminUserDetail['role_history'] }) {
  const { history: words } = usePageWords(personWords);
  if (!items) return null;
  return (
    <Part id="person-history" heading={words.heading} none={words.none}>
      {items.map((line) => (
        <li key={line.id}>
          <Sentence parts={line.sentence} />
          <span className={textStyle.under}>
            <Moment at={line.occurred_at} />
          </span>
        </li>
      ))}
    </Part>
  );
}
