import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { signingQuery } from '../../api/sign.ts';

/** A person signs exactly this on the phone; then it is sent with the signature. */
export function usePhoneSignature<Wish extends object, Begun extends { sid: string }>(
  ask: (wish: Wish) => Promise<Begun>,
  onSigned: (signed: Wish & { sid: string }) => void,
) {
  const [wish, setWish] = useState<Wish | null>(null);
  const start = useMutation({ mutationFn: ask });
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
    wish,
    begun,
    state,
    isStarting: start.isPending,
    /** Why the phone was not asked. */
    refused: wish === null ? null : start.error,
    begin,
    again: () => wish && begin(wish),
    leave,
  };
}
