import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Insight, searchMemory } from '../../../api/tools.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ActionFailure, EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import classes from './tools.module.css';
import { toolsWords } from './words.ts';

/** A search, no body form. The query stays out of the address: it may name a person, and addresses are logged. */
export function MemoryTab() {
  const { memory: words } = usePageWords(toolsWords);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const search = useMutation({ mutationFn: searchMemory });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (search.isPending) return;
    const query = text.trim();
    setError(query === '' ? words.queryError : null);
    if (query !== '') search.mutate(query);
  };

  return (
    <div className={classes.narrow}>
      <p>{words.lead}</p>
      <search>
        <form className={classes.search} onSubmit={submit} noValidate>
          <TextInput
            label={words.query}
            value={text}
            error={error}
            maxLength={500}
            autoComplete="off"
            data-testid="memory-query"
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" loading={search.isPending} data-testid="search-memory">
            {words.search}
          </Button>
        </form>
      </search>
      <ActionFailure error={search.error} />
      {search.isPending ? <LoadingRows /> : null}
      {search.data ? <Results insights={search.data} /> : null}
    </div>
  );
}

function Results({ insights }: { insights: readonly Insight[] }) {
  const { memory: words } = usePageWords(toolsWords);
  if (insights.length === 0) return <EmptyState title={words.empty}>{words.emptyText}</EmptyState>;
  return (
    <>
      <p role="status">{words.found(insights.length)}</p>
      <ol className={classes.insights} aria-label={words.results}>
        {insights.map((insight) => (
          <li key={insight.id} className={classes.insight} data-testid="insight">
            <h2>{insight.topic}</h2>
            <p>{insight.content}</p>
            <dl>
              <div>
                <dt>{words.score}</dt>
                <dd>{words.percent(insight.score)}</dd>
              </div>
              <div>
                <dt>{words.confidence}</dt>
                <dd>{words.percent(insight.confidence)}</dd>
              </div>
              <div>
                <dt>{words.updated}</dt>
                <dd>
                  <Moment at={insight.updatedAt} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ol>
    </>
  );
}
