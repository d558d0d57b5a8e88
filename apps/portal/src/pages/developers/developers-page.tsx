import { Link } from 'react-router';
import { developerGuide } from '../../features/developers/guide.ts';
import type { GuideLink, GuidePart } from '../../features/developers/guide-shape.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import classes from './developers.module.css';

/** Readable by everybody: a developer decides here before anybody registers an application. */
export function DevelopersPage() {
  const { language } = useLanguage();
  const { title, lead, parts } = developerGuide(language, window.location.origin);
  return (
    <div className={classes.page}>
      <PageHead title={title} lead={lead} />
      <nav className={classes.contents} aria-label={title}>
        <ul>
          {parts.map((part) => (
            <li key={part.id}>
              <a href={`#${part.id}`}>{part.title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {parts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
    </div>
  );
}

function Part({ part: { id, title, text = [], steps = [], code, links = [] } }: { part: GuidePart }) {
  return (
    <section id={id} className={classes.part} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {text.map((each) => (
        <p key={each}>{each}</p>
      ))}
      {steps.length === 0 ? null : (
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {code === undefined ? null : <Snippet {...code} />}
      {links.length === 0 ? null : (
        <ul className={classes.links}>
          {links.map((link) => (
            <li key={link.to}>
              <To {...link} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const To = ({ to, label, isDocument }: GuideLink) =>
  isDocument ? <a href={to}>{label}</a> : <Link to={to}>{label}</Link>;
