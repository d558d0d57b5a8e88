import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  deadLettersQuery,
  MOST_DEAD,
  platformsQuery,
  RELAY_KEY,
  type RelayDeadLetter,
  replayLetters,
} from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import noteStyle from '../../ui/note.module.css';
import { Detail, Facts, ListAndDetail } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure, EmptyState } from '../../ui/states/states.tsx';
import { type Column, momentColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import { useFilters } from '../../ui/table/use-filters.ts';
import { useOpened } from '../../ui/table/use-opened.ts';
import textStyle from '../../ui/text.module.css';
import { deadWords } from './dead-words.ts';
import { managed } from './relay.tsx';
import { type Replayed, ReplayResults } from './replay-results.tsx';
import classes from './request.module.css';
import { sayOutcome } from './timeline.ts';
import { relayWords } from './words.ts';

export const RelayDeadLettersPage = managed(function DeadLettersPage() {
  const words = usePageWords(deadWords);
  const shared = usePageWords(relayWords);
  const format = useNumber();
  const client = useQueryClient();
  const filters = useFilters();
  const platformId = filters.get('platform');
  const query = useQuery(deadLettersQuery(platformId));
  const { data: platforms = [] } = useQuery(platformsQuery);
  const { openId, open, close } = useOpened('letter');
  const shown = query.data?.find(({ id }) => id === openId);
  const [results, setResults] = useState<readonly Replayed[]>([]);
  const nameOf = (letter: RelayDeadLetter) =>
    `${shared.messages[letter.event] ?? letter.event}: ${letter.title || letter.service_code}`;
  const replay = useMutation({
    mutationFn: (letters: readonly RelayDeadLetter[]) => replayLetters(letters.map(({ id }) => id)),
    onSuccess: async ({ items }, letters) => {
      setResults(
        letters.map((letter) => ({
          id: letter.id,
          name: nameOf(letter),
          platform: letter.platform_name,
          isQueued: items.some(({ id, replayed }) => id === letter.id && replayed),
        })),
      );
      close();
      await client.invalidateQueries({ queryKey: RELAY_KEY });
    },
  });
  const reasonOf = ({ last }: RelayDeadLetter) => (last === undefined ? '' : sayOutcome(last, shared));

  const columns: Column<RelayDeadLetter>[] = [
    {
      key: 'name',
      title: words.name,
      text: nameOf,
      cell: (letter) => (
        <>
          {nameOf(letter)}
          <span className={`${textStyle.under} ${textStyle.code}`}>{letter.service_code}</span>
        </>
      ),
    },
    { key: 'platform', title: words.platform, room: 'some', text: ({ platform_name }) => platform_name },
    { key: 'reason', title: words.reason, text: reasonOf },
    {
      key: 'attempts',
      title: words.attempts,
      room: 'much',
      isNumber: true,
      text: ({ attempts }) => format(attempts),
    },
    momentColumn({
      key: 'finished',
      title: words.finished,
      room: 'some',
      at: ({ finished_at }) => finished_at,
    }),
  ];

  return (
    <ListAndDetail
      title={words.title}
      lead={words.lead}
      openId={openId}
      filters={
        <FilterBar
          filters={filters}
          opened="letter"
          choices={[
            {
              name: 'platform',
              label: words.platform,
              options: platforms.map(({ id, name }) => ({ value: id, label: name })),
            },
          ]}
        />
      }
      detail={
        shown ? (
          <Detail key={shown.id} title={nameOf(shown)} subject={shown.id} onClose={close}>
            <LetterFacts letter={shown} />
            <ActionFailure error={replay.error} />
            <div>
              <Button
                loading={replay.isPending}
                data-testid="replay-one"
                onClick={() => replay.mutate([shown])}
              >
                {words.replayOne}
              </Button>
            </div>
          </Detail>
        ) : null
      }
    >
      {results.length > 0 ? <ReplayResults results={results} onClose={() => setResults([])} /> : null}
      {shown ? null : <ActionFailure error={replay.error} />}
      {query.data?.length === MOST_DEAD ? (
        <p className={noteStyle.note}>{words.cut(format(MOST_DEAD))}</p>
      ) : null}
      <DataTable
        id="relay-dead-letters"
        list={{ ...wholeList(query, (rows) => rows), isCapped: query.data?.length === MOST_DEAD }}
        caption={words.caption}
        columns={columns}
        isSelectable
        bulkActions={(chosen) => (
          <Button
            size="compact-sm"
            loading={replay.isPending}
            data-testid="replay"
            onClick={() => replay.mutate(chosen)}
          >
            {words.replay(format(chosen.length))}
          </Button>
        )}
        empty={
          platformId ? (
            <EmptyState>{words.emptyFilter}</EmptyState>
          ) : (
            <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
          )
        }
        getId={({ id }) => id}
        openId={openId}
        onOpen={open}
      />
    </ListAndDetail>
  );
});

function LetterFacts({ letter }: { letter: RelayDeadLetter }) {
  const words = usePageWords(deadWords);
  const shared = usePageWords(relayWords);
  const format = useNumber();
  const { last } = letter;
  return (
    <>
      <Facts
        items={[
          [words.platform, letter.platform_name],
          [words.attempts, format(letter.attempts)],
          [
            words.last,
            last ? `${sayOutcome(last, shared)} (${words.took(shared.ms(format(last.duration_ms)))})` : '',
          ],
        ]}
      />
      {last?.answer ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable (WCAG 2.1.1)
        <section className={classes.begins} tabIndex={0} aria-label={words.answerBegins}>
          <pre className={textStyle.pre}>{last.answer}</pre>
        </section>
      ) : null}
      <p>
        <Link to={`/relay/requests/${letter.request_id}`}>{words.toRequest}</Link>
      </p>
    </>
  );
}
