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
  /** Lines of text that hold the place of the answer; without it, the rows of a table do. */
  lines?: number;
  children(data: Data): ReactNode;
}

/** The result of one query: its content, the place held for it, or why it is missing. */
export function Loaded<Data>({ query, source = 'server', lines, children }: LoadedProps<Data>) {
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

/** The number under which the server's log knows the request. */
function Reference({ error }: { error: unknown }) {
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

/** Why an action did not happen, beside the action; nothing where nothing failed. */
export function Failed({ text, testId }: { text: ReactNode; testId?: string }) {
  if (text === null) return null;
  return (
    <p role="alert" className={classes.failed} data-testid={testId}>
      {text}
    </p>
  );
}

/** The same in the server's words, with the number of the request. */
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

/** What was done. Always on the page, and spoken when it fills. */
export function Done({ ref, testId, children }: DoneProps) {
  return (
    <p ref={ref} role="status" tabIndex={ref ? -1 : undefined} className={classes.done} data-testid={testId}>
      {children}
    </p>
  );
}
