import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { beginSigning } from '../../api/officer.ts';
import { signingQuery } from '../../api/sign.ts';
import { type DecidingOrder, type Order, readDecision } from './use-case-actions.ts';

/** The officer signs a decision on the phone; then it is given with the signature. */
export function useSigning(onSigned: (order: Order) => void) {
  const [order, setOrder] = useState<DecidingOrder | null>(null);
  const start = useMutation({
    mutationFn: (next: DecidingOrder) => beginSigning(next.id, readDecision(next)),
  });
  const begun = order === null ? undefined : start.data;
  const poll = useQuery({ ...signingQuery(begun?.sid ?? ''), enabled: begun !== undefined });
  const state = begun === undefined ? undefined : (poll.data?.state ?? 'RUNNING');

  const begin = (next: DecidingOrder) => {
    setOrder(next);
    start.mutate(next);
  };
  const leave = () => {
    setOrder(null);
    start.reset();
  };
  const sid = begun?.sid;
  const finish = () => {
    if (order === null || sid === undefined) return;
    leave();
    onSigned({ ...order, sid });
  };
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => {
    if (state === 'CONFIRMED') latest.current();
  }, [state]);

  return {
    order,
    begun,
    state,
    error: order === null ? null : start.error,
    begin,
    again: () => order && begin(order),
    leave,
  };
}
