import { Link, useLocation } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import classes from './information.module.css';
import { type InformationKey, informationWords } from './words.ts';

const keys: readonly InformationKey[] = ['privacy', 'accessibility', 'terms'];

/** The legal pages of the footer. */
export function InformationPage() {
  const { pathname } = useLocation();
  const all = usePageWords(informationWords);
  const { title, lead, parts } = all[keys.find((key) => pathname === `/${key}`) ?? 'privacy'];
  return (
    <div className={classes.page}>
      <PageHead title={title} lead={lead} />
      {parts.map((part) => (
        <section key={part.id} id={part.id} className={classes.part} aria-labelledby={`${part.id}-title`}>
          <h2 id={`${part.id}-title`}>{part.title}</h2>
          {part.text.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {part.link ? <Link to={part.link.to}>{part.link.label}</Link> : null}
        </section>
      ))}
    </div>
  );
}
