import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  articlesQuery,
  KNOWLEDGE_KEY,
  type KnowledgeArticleHead,
  reindexKnowledge,
} from '../../../api/knowledge.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import { Badge } from '../../../ui/badge.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { ActionFailure, Done, EmptyState } from '../../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterBar } from '../../../ui/table/filter-bar.tsx';
import { wholeList } from '../../../ui/table/list-source.ts';
import { useFilters } from '../../../ui/table/use-filters.ts';
import { ArticleView } from './article-view.tsx';
import classes from './assistant-page.module.css';
import { knowledgeWords } from './knowledge-words.ts';

const STATES = ['draft', 'published'] as const;

/** Articles that the assistant answers from, beside the published services. */
export function KnowledgeTab() {
  const filters = useFilters();
  const opened = filters.get('article');
  if (opened === '') return <ArticleList />;
  return (
    <ArticleView
      key={opened}
      id={opened === 'new' ? null : opened}
      onOpen={(id) => filters.set({ article: id }, { replace: true })}
      onClose={() => filters.set({ article: null })}
    />
  );
}

function ArticleList() {
  const words = usePageWords(knowledgeWords);
  const { language } = useLanguage();
  const filters = useFilters();
  const state = STATES.find((each) => each === filters.get('state'));
  const query = useQuery(articlesQuery({ q: filters.get('q').slice(0, 200), state }));
  const nameOf = (item: KnowledgeArticleHead) =>
    inLanguage({ mn: item.title, en: item.title_en || item.title }, language);
  const columns: Column<KnowledgeArticleHead>[] = [
    {
      key: 'title',
      title: words.title,
      text: nameOf,
      cell: (item) => (
        <Button
          variant="subtle"
          size="compact-sm"
          h="auto"
          px={0}
          className={classes.name}
          onClick={() => filters.set({ article: item.id })}
        >
          {nameOf(item)}
        </Button>
      ),
    },
    {
      key: 'state',
      title: words.state,
      room: 'some',
      text: (item) => words.states[item.state],
      cell: (item) => (
        <Badge tone={item.state === 'published' ? 'good' : 'plain'}>{words.states[item.state]}</Badge>
      ),
    },
    { key: 'slug', title: words.slug, room: 'much', text: (item) => item.slug },
    { key: 'version', title: words.version, room: 'much', isNumber: true, text: (item) => item.version },
    momentColumn({ key: 'updated', title: words.updated, room: 'some', at: (item) => item.updated_at }),
  ];
  return (
    <div className={classes.stack}>
      <p>{words.lead}</p>
      <div className={formStyle.actions}>
        <Button data-testid="new-article" onClick={() => filters.set({ article: 'new' })}>
          {words.write}
        </Button>
        <Reindex />
      </div>
      <FilterBar
        filters={filters}
        search={{ name: 'q', label: words.search, hint: words.searchHint }}
        choices={[
          {
            name: 'state',
            label: words.state,
            any: words.anyState,
            options: STATES.map((value) => ({ value, label: words.states[value] })),
          },
        ]}
      />
      <DataTable
        id="knowledge"
        list={wholeList(query, ({ items }) => items)}
        caption={words.caption}
        columns={columns}
        getId={(item) => item.id}
        empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
      />
    </div>
  );
}

function Reindex() {
  const words = usePageWords(knowledgeWords);
  const client = useQueryClient();
  const reindex = useMutation({
    mutationFn: reindexKnowledge,
    onSuccess: () => client.invalidateQueries({ queryKey: KNOWLEDGE_KEY }),
  });
  return (
    <>
      <Button
        variant="default"
        loading={reindex.isPending}
        data-testid="reindex"
        onClick={() => reindex.mutate()}
      >
        {words.reindex}
      </Button>
      <Done testId="reindexed">{reindex.data ? words.reindexed(reindex.data.embedded) : null}</Done>
      <ActionFailure error={reindex.error} />
    </>
  );
}
