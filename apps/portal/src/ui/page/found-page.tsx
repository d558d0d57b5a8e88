import { IconArrowLeft } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { Loaded } from '../states/states.tsx';
import classes from './found-page.module.css';
import pageStyle from './page.module.css';
import { PageHeading } from './page.tsx';
import headStyle from './page-head.module.css';

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className={classes.back}>
      <Link to={to}>
        <IconArrowLeft size={18} aria-hidden="true" /> {children}
      </Link>
    </p>
  );
}

interface FoundPageProps<Data> {
  query: UseQueryResult<Data>;
  backTo: string;
  /** The heading is `one` until the data is loaded. */
  words: { back: string; one: string; missingTitle: string; missingText: string };
  children(data: Data): ReactNode;
}

/** One item by its address: its content, a placeholder, or "not found". */
export function FoundPage<Data>({ query, backTo, words, children }: FoundPageProps<Data>) {
  const failure = query.error ? readFailure(query.error) : null;
  // The server refuses an invalid id as 422; for the person it is also "not found".
  const isMissing =
    failure?.kind === 'invalid' ||
    (failure?.kind === 'refused' && (failure.status === 404 || failure.status === 400));
  return (
    <div className={pageStyle.page}>
      <BackLink to={backTo}>{words.back}</BackLink>
      {query.data === undefined && isMissing ? (
        <header className={headStyle.head} data-testid="missing">
          <PageHeading>{words.missingTitle}</PageHeading>
          <p className={headStyle.lead}>{words.missingText}</p>
        </header>
      ) : (
        <>
          {query.data === undefined ? (
            <header className={`${headStyle.head} ${classes.headAlone}`}>
              <PageHeading>{words.one}</PageHeading>
            </header>
          ) : null}
          <Loaded query={query} source="platform" lines={6}>
            {children}
          </Loaded>
        </>
      )}
    </div>
  );
}
