import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { type PublishedKnowledgeArticle, publishedArticleQuery } from '../../api/published-articles.ts';
import { MarkdownText } from '../../features/knowledge/markdown-text.tsx';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage, langOf } from '../../i18n/two-languages.tsx';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { PageHeading } from '../../ui/page/page.tsx';
import classes from './help.module.css';
import { MoreHelp } from './more-help.tsx';
import { helpWords } from './words.ts';

/** An article of the knowledge base; answers of the assistant lead to its sections. */
export function ArticlePage() {
  const words = usePageWords(helpWords);
  const { slug = '' } = useParams();
  const query = useQuery(publishedArticleQuery(slug));
  return (
    <FoundPage query={query} backTo="/help" words={words.article}>
      {(article) => (
        <>
          <ArticleText article={article} />
          <MoreHelp />
        </>
      )}
    </FoundPage>
  );
}

function ArticleText({ article }: { article: PublishedKnowledgeArticle }) {
  const { language } = useLanguage();
  const { hash } = useLocation();
  const title = { mn: article.title, en: article.title_en };
  const content = { mn: article.content, en: article.content_en };
  const isEnglish = language === 'en' && article.content_en !== '';
  useEffect(() => {
    // The browser looked for the section before the article was there.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <article className={classes.article} lang={langOf(content, language)} data-testid="article">
      <PageHeading>{inLanguage(title, language)}</PageHeading>
      <MarkdownText
        text={inLanguage(content, language)}
        anchors={(isEnglish ? article.sections_en : article.sections).map(({ anchor }) => anchor)}
      />
    </article>
  );
}
