import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { actingPartiesQuery, toActingFor } from '../api/acting.ts';
import { actFor, FOR, isMyself, nameParty, readActingFor } from '../api/acting-for.ts';
import { useLanguage, usePageWords } from '../i18n/provider.tsx';
import noteStyle from '../ui/note.module.css';
import pageStyle from '../ui/page/page.module.css';
import { PageHeading, usePageTitle } from '../ui/page/page.tsx';
import headStyle from '../ui/page/page-head.module.css';
import { Loading } from '../ui/states/loading.tsx';
import { LoadFailure } from '../ui/states/states.tsx';
import { partyLinkWords } from './party-link-words.ts';

interface PartyOfLinkProps {
  userId: string;
  /** Whom the address names. */
  wanted: string;
  children: ReactNode;
}

/** A link of a message or an overview names its party, and opening it acts for that party where the person may. */
export function PartyOfLink({ userId, wanted, children }: PartyOfLinkProps) {
  const { language } = useLanguage();
  const words = usePageWords(partyLinkWords);
  const acting = readActingFor();
  if (isMyself(wanted)) return acting === null ? children : <ActForMyself />;
  if (acting?.id !== wanted) return <ActForParty userId={userId} wanted={wanted} />;
  return (
    <>
      <p className={noteStyle.note} role="status" data-testid="party-of-link">
        {words.switched(nameParty(acting, language))}
      </p>
      {children}
    </>
  );
}

function ActForMyself() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(search);
    query.delete(FOR);
    const rest = query.toString();
    actFor(null, rest === '' ? pathname : `${pathname}?${rest}`);
  }, [pathname, search]);
  return <Loading />;
}

function ActForParty({ userId, wanted }: Omit<PartyOfLinkProps, 'children'>) {
  const words = usePageWords(partyLinkWords);
  const { pathname, search } = useLocation();
  const query = useQuery({ ...actingPartiesQuery, staleTime: 0, refetchOnWindowFocus: false });
  const [isLost, setLost] = useState(false);
  const party = query.isFetching ? undefined : query.data?.items.find(({ id }) => id === wanted);
  useEffect(() => {
    if (party) setLost(!actFor(toActingFor(userId, party), pathname + search));
  }, [party, userId, pathname, search]);
  usePageTitle(words.title);
  if (query.isError)
    return <LoadFailure error={query.error} isRetrying={query.isFetching} onRetry={() => query.refetch()} />;
  if (query.isFetching || !query.data || (party && !isLost)) return <Loading />;
  const isUnknown = query.data.incomplete;
  return (
    <div className={pageStyle.page}>
      <header className={headStyle.head}>
        <PageHeading>
          {isLost ? words.notKeptTitle : isUnknown ? words.unknownTitle : words.title}
        </PageHeading>
        <p className={headStyle.lead} role="alert" data-testid="party-refused">
          {isLost ? words.notKept : isUnknown ? words.unknown : words.ended}
        </p>
      </header>
      <p>
        {isUnknown ? (
          <Button onClick={() => query.refetch()}>{words.again}</Button>
        ) : (
          <Link to="/home">{words.home}</Link>
        )}
      </p>
    </div>
  );
}
