import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type RelayDelivery, statesQuery } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import textStyle from '../../ui/text.module.css';
import { deadWords } from './dead-words.ts';
import classes from './relay.module.css';
import { relayWords } from './words.ts';

export interface Replayed {
  id: string;
  name: string;
  platform: string;
  /** False if the message was no dead letter any more. */
  isQueued: boolean;
}

const TONES: Record<RelayDelivery['state'], Tone> = { waiting: 'wait', delivered: 'good', dead: 'bad' };
/** The server tells the states of this many at once. */
const CHUNK = 50;

/** The result of each replayed message; the stream of changes keeps it up to date. */
export function ReplayResults({ results, onClose }: { results: readonly Replayed[]; onClose(): void }) {
  const words = usePageWords(deadWords);
  const { deliveryStates } = usePageWords(relayWords);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed has gone with its row.
  useEffect(() => heading.current?.focus(), []);
  const chunks = Array.from({ length: Math.ceil(results.length / CHUNK) }, (_, index) =>
    results.slice(index * CHUNK, (index + 1) * CHUNK).map(({ id }) => id),
  );
  const queries = useQueries({ queries: chunks.map((ids) => statesQuery(ids)) });
  const states = new Map(queries.flatMap(({ data }) => data ?? []).map(({ id, state }) => [id, state]));
  return (
    <section className={classes.card} aria-labelledby="replay-results" data-testid="results">
      <h2 id="replay-results" ref={heading} tabIndex={-1}>
        {words.results}
      </h2>
      <ul className={classes.latest} aria-live="polite">
        {results.map(({ id, name, platform, isQueued }) => {
          const state = states.get(id);
          return (
            <li key={id} data-testid="result" data-state={state}>
              <span>
                {name} <span className={textStyle.quiet}>{platform}</span>
              </span>
              {isQueued ? (
                <Badge tone={state ? TONES[state] : 'wait'}>
                  {state && state !== 'waiting' ? deliveryStates[state] : words.queued}
                </Badge>
              ) : (
                <Badge tone="plain">{words.notDead}</Badge>
              )}
            </li>
          );
        })}
      </ul>
      <Button variant="subtle" size="compact-sm" mt="sm" data-testid="close-results" onClick={onClose}>
        {words.close}
      </Button>
    </section>
  );
}
