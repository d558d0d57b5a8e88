import { useRef, useState } from 'react';
import type { DeskAction } from './desk-actions.ts';
import { type Order, useCaseActions } from './use-case-actions.ts';

/** The officer's running and finished actions, for the open case and for rows of the list. */
export function useDeskOrders(officerId: string, openId: string | null) {
  const order = useCaseActions(officerId);
  /** The action with an open form, and its case: going back in the browser opens another case under the page. */
  const [form, setForm] = useState<{ id: string | null; action: DeskAction } | null>(null);
  const setAsked = (action: DeskAction | null) => setForm(action === null ? null : { id: openId, action });
  const [isWaiting, setIsWaiting] = useState(false);
  const taking = useRef<Promise<unknown> | null>(null);
  const given = order.variables;
  const isOwn = given !== undefined && given.id === openId;

  const run = (next: Order) => order.mutate(next, { onSuccess: () => setAsked(null) });
  const take = (id: string) => {
    if (order.isPending || taking.current !== null) return;
    const taken = order.mutateAsync({ id, action: 'take' });
    taking.current = taken;
    const forget = () => {
      if (taking.current === taken) taking.current = null;
    };
    taken.then(forget, forget);
  };
  const give = (next: Order) => {
    if (next.action === 'take') return take(next.id);
    if (isWaiting) return;
    if (taking.current === null) return run(next);
    // An officer can take and decide without a pause; if another officer was faster, the decision is not sent.
    setIsWaiting(true);
    taking.current
      .then(
        () => run(next),
        () => undefined,
      )
      .finally(() => setIsWaiting(false));
  };
  const ask = (action: DeskAction | null) => {
    if (!order.isPending && taking.current === null) order.reset();
    setAsked(action);
  };

  return {
    asked: form?.id === openId ? form.action : null,
    ask,
    give,
    /** Read before the next render, because taking and deciding can be faster than the page. */
    isTakingNow: () => taking.current !== null,
    /** Another case is open, so messages about the last one are cleared. */
    leave: () => ask(null),
    isTaking: order.isPending && isOwn && given.action === 'take',
    isSending: isWaiting || (order.isPending && isOwn && given.action !== 'take'),
    error: isOwn ? order.error : null,
    done: isOwn && order.isSuccess ? given.action : null,
    /** The action from the list on a case that is not open. */
    listed:
      given === undefined || isOwn || order.isPending
        ? null
        : { id: given.id, action: given.action, item: order.data, error: order.error },
  };
}
