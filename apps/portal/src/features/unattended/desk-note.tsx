import type { AdminUserDetail } from '@tamga/client';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage } from '../../i18n/two-languages.tsx';
import noteStyle from '../../ui/note.module.css';
import { unattendedWords } from './words.ts';

/** What a change of role, authorities or account would leave behind; only for people who decide cases. */
export function DeskNote({ desk }: { desk: AdminUserDetail['desk'] | undefined }) {
  const { language } = useLanguage();
  const words = usePageWords(unattendedWords);
  if (desk === undefined) return null;
  const busy = desk.authorities.filter(({ cases }) => cases > 0);
  if (desk.held === 0 && busy.length === 0) return null;
  const isLast = busy.some(({ other_officers: others }) => others === 0);
  return (
    <div className={noteStyle.note} data-tone={isLast ? 'warn' : undefined} data-testid="desk-note">
      <h3>{words.heading}</h3>
      {desk.held > 0 ? <p>{words.held(desk.held)}</p> : null}
      <ul>
        {busy.map(({ id, name, name_en, cases, other_officers }) => (
          <li key={id}>
            {words.desk(inLanguage({ mn: name, en: name_en }, language), cases, other_officers)}
          </li>
        ))}
      </ul>
    </div>
  );
}
