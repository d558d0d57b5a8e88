import { Link, useParams } from 'react-router';
import { type Topic, type TopicPart, topicPath } from '../../features/help/topic.ts';
import { findTopicKey, topics } from '../../features/help/topics.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { BackLink } from '../../ui/page/found-page.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import classes from './help.module.css';
import { MoreHelp } from './more-help.tsx';
import { helpWords } from './words.ts';

export function TopicPage() {
  const { language } = useLanguage();
  const key = findTopicKey(useParams().topic);
  return key === undefined ? <NotFoundPage /> : <TopicText topic={topics[language][key]} />;
}

function TopicText({ topic }: { topic: Topic }) {
  const { language } = useLanguage();
  const words = usePageWords(helpWords);
  return (
    <div className={classes.page}>
      <BackLink to="/help">{words.back}</BackLink>
      <article className={classes.article}>
        <PageHead title={topic.title} lead={topic.summary} />
        {topic.parts.map((part) => (
          <Part key={part.title} part={part} />
        ))}
      </article>
      <nav className={classes.see} aria-labelledby="see">
        <h2 id="see">{words.see}</h2>
        <ul>
          {topic.see.map((key) => (
            <li key={key}>
              <Link to={topicPath(key)}>{topics[language][key].title}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <MoreHelp />
    </div>
  );
}

function Part({ part: { title, text = [], steps = [], links = [] } }: { part: TopicPart }) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
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
      {links.length === 0 ? null : (
        <ul className={classes.links}>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to}>{link.label}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
