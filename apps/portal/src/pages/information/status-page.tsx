import { useQuery } from '@tanstack/react-query';
import { currentAnnouncementsQuery } from '../../api/announcements.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Bilingual } from '../../i18n/two-languages.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import classes from './information.module.css';
import { statusWords } from './words.ts';

export function StatusPage() {
  const { language } = useLanguage();
  const words = usePageWords(statusWords);
  const { data, error } = useQuery(currentAnnouncementsQuery);
  const items = data?.items.filter(({ kind }) => kind !== 'news') ?? [];
  return (
    <div className={classes.page}>
      <PageHead title={words.title} lead={words.lead} />
      <p className={classes.part} role="status">
        {error ? words.unreachable : data && items.length === 0 ? words.fine : null}
      </p>
      {items.map((item) => (
        <section key={item.id} className={classes.part} aria-labelledby={item.id}>
          <h2 id={item.id}>
            <Bilingual mn={item.title} en={item.title_en} />
          </h2>
          <p>
            {formatDateTime(item.starts_at, language)}
            {item.ends_at === null ? '' : ` – ${formatDateTime(item.ends_at, language)}`}
          </p>
          <p>
            <Bilingual mn={item.body} en={item.body_en} />
          </p>
        </section>
      ))}
    </div>
  );
}
