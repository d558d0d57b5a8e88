import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { uiWords } from '../words.ts';
import type { Source } from './explain-failure.ts';
import classes from './states.module.css';
import { useExplainer, useExplanation } from './use-explanation.ts';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  source?: Source;
  /** Number of placeholder lines; without it, table rows are the placeholder. */
  lines?: number;
  children(data: Data): ReactNode;
}

/** The result of one query: its content, a placeholder, or the failure. */
export function Loaded<Data>({ query, source = 'server', lines, children }: LoadedProps<Data>) {
  const block = useRef<HTMLDivElement>(null);
  // A retry clears the query's error, so the message and the focus stay until the new result.
  const [failed, setFailed] = useState<Error | null>(null);
  const arrived = query.data !== undefined;
  // A later failure (refetch, next page) does not replace the answer that is already visible.
  if (query.error && !arrived && query.error !== failed) setFailed(query.error);

  useEffect(() => {
    if (arrived && failed) {
      setFailed(null);
      block.current?.focus();
    }
  }, [arrived, failed]);

  if (query.data !== undefined) {
    return (
      <div ref={block} tabIndex={-1} className={classes.loaded}>
        {children(query.data)}
      </div>
    );
  }
  if (!failed) return lines === undefined ? <LoadingRows /> : <LoadingLines count={lines} />;
  return (
    <LoadFailure
      error={failed}
      source={source}
      isRetrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  );
}

interface LoadFailureProps {
  error: unknown;
  source?: Source;
  isRetrying?: boolean;
  onRetry(): unknown;
}

export function LoadFailure({ error, source = 'server', isRetrying = false, onRetry }: LoadFailureProps) {
  const words = usePageWords(uiWords);
  const { text, canRetry } = useExplainer(source)(error);
  return (
    <div className={classes.loadFailure} role="status" data-testid="load-failure">
      <IconPlugConnectedX size={22} stroke={1.7} aria-hidden="true" />
      <div>
        <p>{text}</p>
        <Reference error={error} />
        {canRetry ? (
          <Button
            variant="default"
            size="sm"
            data-testid="retry-load"
            aria-disabled={isRetrying}
            onClick={() => isRetrying || onRetry()}
          >
            {isRetrying ? words.retrying : words.retry}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The request id, by which the server's log finds the request. */
export function Reference({ error }: { error: unknown }) {
  const words = usePageWords(uiWords);
  const requestId = error instanceof ApiError ? error.requestId : null;
  if (!requestId) return null;
  return (
    <span className={classes.reference}>
      {words.reference}: <code>{requestId}</code>
    </span>
  );
}

const LINES = ['a', 'b', 'c', 'd', 'e', 'f'];

export function LoadingRows() {
  const words = usePageWords(uiWords);
  return (
    <div className={classes.skeleton} role="status" data-testid="loading">
      <span className={classes.hidden}>{words.loading}</span>
      {LINES.map((row) => (
        <span key={row} className={classes.skeletonRow} />
      ))}
    </div>
  );
}

function LoadingLines({ count }: { count: number }) {
  const words = usePageWords(uiWords);
  return (
    <div aria-busy="true">
      <p className={classes.hidden}>{words.loading}</p>
      <div className={classes.bones} aria-hidden="true">
        {LINES.slice(0, count).map((line) => (
          <span key={line} />
        ))}
      </div>
    </div>
  );
}

interface EmptyStateProps {
  testId?: string;
  icon?: ReactNode;
  title?: string;
  children?: ReactNode;
}

export function EmptyState({ testId = 'empty', icon, title, children }: EmptyStateProps) {
  const words = usePageWords(uiWords);
  return (
    <div className={classes.empty} data-has-icon={Boolean(icon)} role="status" data-testid={testId}>
      {icon}
      <p className={classes.emptyTitle}>{title ?? words.empty}</p>
      {children ? <p>{children}</p> : null}
    </div>
  );
}

/** Shows beside an action why it failed; renders nothing without a failure. */
export function Failed({ text, testId }: { text: ReactNode; testId?: string }) {
  if (text === null) return null;
  return (
    <p role="alert" className={classes.failed} data-testid={testId}>
      {text}
    </p>
  );
}

/** The same with the server's text and the request id. */
export function ActionFailure({ error }: { error: unknown }) {
  const explain = useExplanation('server');
  if (!error) return null;
  return (
    <Failed
      testId="action-failure"
      text={
        <>
          {explain(error)}
          <Reference error={error} />
        </>
      }
    />
  );
}

interface DoneProps {
  ref?: Ref<HTMLParagraphElement>;
  testId?: string;
  children: ReactNode;
}

/**
 * Confirms a finished action. Always on the page, because screen readers announce only changes of an existing region.
 */
export function Done({ ref, testId, children }: DoneProps) {
  return (
    <p ref={ref} role="status" tabIndex={ref ? -1 : undefined} className={classes.done} data-testid={testId}>
      {children}
    </p>
  );
}
