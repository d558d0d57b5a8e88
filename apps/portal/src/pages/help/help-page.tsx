import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { articlePath, passagesQuery, publishedArticlesQuery } from '../../api/published-articles.ts';
import { topicPath } from '../../features/help/topic.ts';
import { searchTopics, topics } from '../../features/help/topics.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { compareIn, inLanguage } from '../../i18n/two-languages.tsx';
import { SuggestField } from '../../ui/forms/suggest-field.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import classes from './help.module.css';
import { MoreHelp } from './more-help.tsx';
import { helpWords } from './words.ts';

const MOST_SHOWN = 6;

/** Answers to search; the words of the search stay in the address, so that the back button works. */
export function HelpPage() {
  const { language } = useLanguage();
  const words = usePageWords(helpWords);
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const sought = query.get('q')?.trim().slice(0, 200) ?? '';
  const [text, setText] = useState(sought);
  const named = topics[language];
  const suggested = text.trim() === '' ? [] : searchTopics(text).slice(0, MOST_SHOWN);
  const found = searchTopics(sought);
  return (
    <div className={classes.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={classes.search}>
        <SuggestField
          words={words.field}
          action="/help"
          text={text}
          onText={setText}
          suggestions={suggested.map((key) => ({
            id: topicPath(key),
            name: named[key].title,
            note: named[key].summary,
          }))}
          onChoose={(path) => void navigate(path)}
          onSend={(q) => setQuery(q === '' ? {} : { q })}
          testId="help-search"
        />
      </div>
      <section className={classes.list} aria-labelledby="topics">
        <div className={classes.listHead}>
          <h2 id="topics">{sought === '' ? words.all : words.found(sought)}</h2>
          {sought === '' ? null : (
            <Link to="/help" onClick={() => setText('')}>
              {words.showAll}
            </Link>
          )}
        </div>
        {found.length === 0 ? (
          <EmptyState testId="nothing-found" title={words.nothing}>
            {words.nothingText}
          </EmptyState>
        ) : (
          <ul className={classes.topics}>
            {found.map((key) => (
              <li key={key}>
                <Link to={topicPath(key)} data-testid="topic">
                  {named[key].title}
                </Link>
                <p>{named[key].summary}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Articles sought={sought} />
      <MoreHelp />
    </div>
  );
}

/** All articles by title, or what fits the search; nothing while there is none, and no page waits for it. */
function Articles({ sought }: { sought: string }) {
  const { language } = useLanguage();
  const words = usePageWords(helpWords);
  const all = useQuery(publishedArticlesQuery);
  const passages = useQuery(passagesQuery(sought, language));
  const links =
    sought === ''
      ? (all.data?.items ?? [])
          .map((article) => ({
            path: articlePath(article.slug),
            title: inLanguage({ mn: article.title, en: article.title_en }, language),
          }))
          .sort((one, other) => compareIn(language)(one.title, other.title))
      : (passages.data?.items ?? []).map(({ title, url }) => ({ path: url, title }));
  if (links.length === 0) return null;
  return (
    <section className={classes.list} aria-labelledby="articles">
      <h2 id="articles" className={classes.articlesHead}>
        {words.articles}
      </h2>
      <ul className={classes.articles} data-testid="articles">
        {links.map(({ path, title }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
