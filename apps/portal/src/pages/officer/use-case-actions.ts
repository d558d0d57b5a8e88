import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { readFailure } from '../../api/errors.ts';
import {
  assignCase,
  type Case,
  type CaseResult,
  type CaseStatus,
  completeCase,
  decideCase,
  type QueueItem,
  type QueuePage,
  reassignCase,
  releaseCase,
  requestInfo,
  withdrawInfo,
} from '../../api/officer.ts';
import { useForgetTyped } from '../../ui/forms/use-typed.ts';
import { nameCaseText } from './case-text.ts';
import type { DeskAction } from './desk-actions.ts';

type Lists = InfiniteData<QueuePage>;

const TAKEN_FROM: readonly CaseStatus[] = ['submitted', 'registered', 'in_review'];

export interface Order {
  id: string;
  action: DeskAction;
  note?: string;
  result?: CaseResult;
  /** The officer's signature of exactly this order. */
  sid?: string;
  /** The colleague who gets the case. */
  to?: string;
  /** The last day for the applicant's answer. */
  answerBy?: string;
}
export type DecidingOrder = Order & { action: 'approve' | 'refuse' };

export const isDeciding = (order: Order): order is DecidingOrder =>
  order.action === 'approve' || order.action === 'refuse';

/** What is signed is what is sent. */
export function readDecision({ action, note = '', result }: DecidingOrder) {
  const approve = action === 'approve';
  const said = note === '' ? {} : { note };
  return { approve, result: result || (approve ? 'granted' : 'refused'), ...said };
}

function perform(order: Order): Promise<QueueItem> {
  const { id, action, note = '', sid, to = '', answerBy = '' } = order;
  if (isDeciding(order))
    return decideCase(id, { ...readDecision(order), ...(sid === undefined ? {} : { sid }) });
  if (action === 'take') return assignCase(id);
  if (action === 'give') return reassignCase(id, to, note);
  if (action === 'free') return releaseCase(id, note);
  if (action === 'unask') return withdrawInfo(id);
  return action === 'ask' ? requestInfo(id, note, answerBy) : completeCase(id);
}

/** Another officer was faster, or the state differs from the page. */
export function isConflict(error: unknown): boolean {
  const failure = readFailure(error);
  return (
    failure.kind === 'refused' &&
    failure.status === 409 &&
    failure.code !== 'not_certifiable' &&
    failure.code !== 'not_a_colleague' &&
    !failure.code.startsWith('signature_')
  );
}

/**
 * Taking a free case is shown optimistically, because reverting it is harmless; a decision is shown only after the
 * server made it.
 */
export function useCaseActions(officerId: string) {
  const client = useQueryClient();
  const forgetTyped = useForgetTyped();
  const refresh = (id: string) =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['officer', 'queue'] }),
      client.invalidateQueries({ queryKey: ['officer', 'mine'] }),
      client.invalidateQueries({ queryKey: ['officer', 'stats'] }),
      client.invalidateQueries({ queryKey: ['officer', 'case', id] }),
    ]);
  return useMutation({
    mutationFn: perform,
    onMutate: async ({ id, action }) => {
      if (action !== 'take') return;
      await client.cancelQueries({ queryKey: ['officer', 'queue'] });
      await client.cancelQueries({ queryKey: ['officer', 'case', id] });
      const keptCase = client.getQueryData<Case>(['officer', 'case', id]);
      const keptLists = client.getQueriesData<Lists>({ queryKey: ['officer', 'queue'] });
      const take = (item: QueueItem): QueueItem =>
        item.id === id && item.assigned_to === null && TAKEN_FROM.includes(item.status)
          ? { ...item, assigned: true, assigned_to: officerId, status: 'in_review' }
          : item;
      client.setQueryData<Case>(['officer', 'case', id], (opened) =>
        opened ? { ...opened, application: take(opened.application) } : opened,
      );
      client.setQueriesData<Lists>({ queryKey: ['officer', 'queue'] }, (data) =>
        data
          ? { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(take) })) }
          : data,
      );
      return { keptCase, keptLists };
    },
    // Without a connection no refetch would revert the optimistic change.
    onError: (_error, { id }, kept) => {
      if (!kept) return;
      client.setQueryData(['officer', 'case', id], kept.keptCase);
      for (const [key, list] of kept.keptLists) client.setQueryData(key, list);
    },
    onSuccess: (_item, { id, action }) => forgetTyped(nameCaseText(id, action)),
    // After a refusal, too, the page shows the server's current state.
    onSettled: (_item, _error, { id }) => refresh(id),
  });
}
