import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { usePageWords } from '../i18n/provider.tsx';
import parts from './detail.module.css';
import { describeFailure } from './failure-text.ts';
import classes from './list-page.module.css';
import { administrationWords } from './list-words.ts';

export function LoadFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const words = usePageWords(administrationWords);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={classes.state} role="alert" data-testid="load-failure">
      <h2>{words.loadFailed}</h2>
      <p>{describeFailure(error, words)}</p>
      {requestId ? (
        <p className={parts.reference}>
          {words.reference}: <code>{requestId}</code>
        </p>
      ) : null}
      <Button variant="default" onClick={onRetry}>
        {words.retry}
      </Button>
    </div>
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children(data: Data): ReactNode;
}

/** What one call brought, the place held for it, or why it is not there. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.isPending) return <LoadingRows />;
  if (query.data === undefined) return <LoadFailure error={query.error} onRetry={query.refetch} />;
  return children(query.data);
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function LoadingRows() {
  const words = usePageWords(administrationWords);
  return (
    <div className={classes.skeleton} role="status" data-testid="loading">
      <span className={classes.hidden}>{words.loading}</span>
      {SKELETON_ROWS.map((row) => (
        <span key={row} className={classes.skeletonRow} />
      ))}
    </div>
  );
}

export function EmptyState({ title, children }: { title?: string; children: ReactNode }) {
  const words = usePageWords(administrationWords);
  return (
    <div className={classes.state} role="status" data-testid="empty">
      <h2>{title ?? words.empty}</h2>
      <p>{children}</p>
    </div>
  );
}

/** The reason an action did not happen, beside the action. */
export function ActionFailure({ error }: { error: unknown }) {
  const words = usePageWords(administrationWords);
  if (!error) return null;
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <p className={parts.failed} role="alert" data-testid="action-failure">
      {describeFailure(error, words)}
      {requestId ? (
        <span className={parts.reference}>
          {words.reference}: <code>{requestId}</code>
        </span>
      ) : null}
    </p>
  );
}

/** Always on the page and spoken when it fills. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={parts.done}>
      {children}
    </p>
  );
}
