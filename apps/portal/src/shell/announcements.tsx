import { IconAlertTriangle, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { currentAnnouncementsQuery } from '../api/announcements.ts';
import { formatDateTime } from '../i18n/format.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { Bilingual } from '../i18n/two-languages.tsx';
import classes from './announcements.module.css';

const readOnly = {
  mn: 'Энэ хугацаанд нэвтэрч, унших боломжтой. Юм илгээх, өөрчлөх боломжгүй.',
  en: 'During this time you can sign in and read, but not send or change anything.',
};

/** Disruptions and maintenance stand on every page: a person who meets one should not look for the reason. */
export function Announcements() {
  const { language } = useLanguage();
  const { data } = useQuery(currentAnnouncementsQuery);
  const items = data?.items.filter(({ kind }) => kind !== 'news') ?? [];
  if (items.length === 0) return null;
  return (
    <ul className={classes.list} data-testid="announcements">
      {items.map((item) => {
        const Icon = item.kind === 'disruption' ? IconAlertTriangle : IconTool;
        return (
          <li key={item.id} data-kind={item.kind}>
            <div className={classes.inner}>
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              <div>
                <strong>
                  <Bilingual mn={item.title} en={item.title_en} />
                </strong>
                {item.kind === 'maintenance' ? (
                  <span className={classes.time}>
                    {formatDateTime(item.starts_at, language)}
                    {item.ends_at === null ? '' : ` – ${formatDateTime(item.ends_at, language)}`}
                  </span>
                ) : null}
                {item.read_only ? (
                  <p>
                    <Bilingual {...readOnly} />
                  </p>
                ) : null}
                {item.body === '' && item.body_en === '' ? null : (
                  <p>
                    <Bilingual mn={item.body} en={item.body_en} />
                  </p>
                )}
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
