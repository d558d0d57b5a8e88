import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { beginAuthorisation, type Wish } from '../../../api/authorisations.ts';
import { signingQuery } from '../../../api/sign.ts';

/** The grantor signs exactly this wish on the phone; then it is given with the signature. */
export function useSigning(onSigned: (signed: Wish & { sid: string }) => void) {
  const [wish, setWish] = useState<Wish | null>(null);
  const start = useMutation({ mutationFn: beginAuthorisation });
  const begun = wish === null ? undefined : start.data;
  const poll = useQuery({ ...signingQuery(begun?.sid ?? ''), enabled: begun !== undefined });
  const state = begun === undefined ? undefined : (poll.data?.state ?? 'RUNNING');

  const begin = (next: Wish) => {
    setWish(next);
    start.mutate(next);
  };
  const leave = () => {
    setWish(null);
    start.reset();
  };
  const sid = begun?.sid;
  const finish = () => {
    if (wish === null || sid === undefined) return;
    leave();
    onSigned({ ...wish, sid });
  };
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => {
    if (state === 'CONFIRMED') latest.current();
  }, [state]);

  return {
    begun,
    state,
    isStarting: start.isPending,
    /** Why the phone was not asked. */
    refused: start.error,
    begin,
    again: () => wish && begin(wish),
    leave,
  };
}
