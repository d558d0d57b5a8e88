import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, readFailure } from '../api/errors.ts';
import { usePageWords, useWords } from '../i18n/provider.tsx';
import { explainFailure, type Source } from './explain-failure.ts';
import classes from './parts.module.css';
import { partsWords } from './words.ts';

interface AnswerProps<Data> {
  query: UseQueryResult<Data>;
  source: Source;
  /** Lines of the grey shape that holds the place while the answer is on its way. */
  lines?: number;
  children(data: Data): ReactNode;
}

/** What one call brought: its content, the place held for it, or why it is not there. Others are not touched. */
export function Answer<Data>({ query, source, lines = 3, children }: AnswerProps<Data>) {
  const words = usePageWords(partsWords);
  const { time } = useWords();
  const block = useRef<HTMLDivElement>(null);
  // A new try clears the error; the message stays until there is something better, and the focus with it.
  const [failed, setFailed] = useState<Error | null>(null);
  const arrived = query.data !== undefined;
  // With an answer on the screen a later failure (a look again, a next page) is not this block's to tell.
  if (query.error && !arrived && query.error !== failed) setFailed(query.error);

  useEffect(() => {
    if (arrived && failed) {
      setFailed(null);
      block.current?.focus();
    }
  }, [arrived, failed]);

  if (query.data !== undefined) {
    return (
      <div ref={block} tabIndex={-1} className={classes.block}>
        {children(query.data)}
      </div>
    );
  }
  if (!failed) {
    return (
      <div className={classes.block} aria-busy="true">
        <p className={classes.waiting}>{words.loading}</p>
        <div className={classes.bones} aria-hidden="true">
          {Array.from({ length: lines }, (_, line) => `line-${line}`).map((line) => (
            <span key={line} />
          ))}
        </div>
      </div>
    );
  }
  const { text, canRetry } = explainFailure(readFailure(failed), source, words.failure, time);
  const requestId = failed instanceof ApiError ? failed.requestId : null;
  return (
    <div className={classes.failure} role="status" data-testid="section-failed">
      <IconPlugConnectedX size={22} stroke={1.7} aria-hidden="true" />
      <div>
        <p>{text}</p>
        {requestId ? (
          <p className={classes.reference}>
            {words.reference}: <code>{requestId}</code>
          </p>
        ) : null}
        {canRetry ? (
          <Button
            variant="default"
            size="sm"
            data-testid="retry-section"
            aria-disabled={query.isFetching}
            onClick={() => query.isFetching || query.refetch()}
          >
            {query.isFetching ? words.retrying : words.retry}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
