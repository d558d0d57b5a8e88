import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { articleVersionsQuery, type KnowledgeArticleVersion } from '../../../api/knowledge.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Loaded } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './assistant-page.module.css';
import { knowledgeWords } from './knowledge-words.ts';

/** The parts of a version that the form edits. */
type Facts = Pick<KnowledgeArticleVersion, 'title' | 'title_en' | 'content' | 'content_en' | 'tags'>;

export function ArticleVersions({ id, onUse }: { id: string; onUse(facts: Facts): void }) {
  const words = usePageWords(knowledgeWords);
  const query = useQuery(articleVersionsQuery(id));
  return (
    <Section id="versions" title={words.versions} lead={words.versionsLead}>
      <Loaded query={query} lines={3}>
        {({ items }) => (
          <ul className={classes.versions}>
            {items.map((item, at) => (
              <Version
                key={item.version}
                item={item}
                isLive={at === 0}
                onUse={({ title, title_en, content, content_en, tags }) => {
                  onUse({ title, title_en, content, content_en, tags });
                  document.getElementById('title')?.focus();
                }}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

interface VersionProps {
  item: KnowledgeArticleVersion;
  isLive: boolean;
  onUse(item: KnowledgeArticleVersion): void;
}

function Version({ item, isLive, onUse }: VersionProps) {
  const words = usePageWords(knowledgeWords);
  return (
    <li>
      <details className={classes.version} data-testid="article-version">
        <summary>
          {words.versionName(item.version)}
          {isLive ? ` (${words.live})` : ''} · {words.changes[item.change]} ·{' '}
          {item.changed_by_name || words.operator} · <Moment at={item.changed_at} />
        </summary>
        <div>
          <div className={`${classes.halves} ${classes.text}`}>
            <p className={textStyle.pre} lang="mn">{`${item.title}\n\n${item.content}`}</p>
            <p className={textStyle.pre} lang="en">{`${item.title_en}\n\n${item.content_en}`}</p>
          </div>
          {isLive ? null : (
            <Button variant="default" size="sm" onClick={() => onUse(item)}>
              {words.use(item.version)}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}
