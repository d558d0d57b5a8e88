import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, draftQuery, draftsQuery, saveDraft } from '../../api/gov.ts';
import { nextSaveIn } from './save-pace.ts';

export type DraftState = { kind: 'idle' | 'saving' | 'failed' } | { kind: 'saved'; at: string };

interface DraftContent {
  note: string;
  payload: Record<string, unknown>;
}

/** Where the person is: a step, and the field under their hands. */
export type DraftPlace = Pick<Draft, 'step' | 'field'>;

export interface DraftKeeper {
  state: DraftState;
  /** Kept with the next save; alone it is saved only as the page is left. */
  setPlace(place: DraftPlace): void;
  /** The application is being sent, or the draft thrown away: nothing may bring it back. */
  stop(): void;
  goOn(): void;
  /** The draft was thrown away: what the form begins with needs no keeping. */
  beginAfresh(content: DraftContent): void;
}

/** A browser lets a page that closes send no more than this. */
const KEEPALIVE_BYTES = 60_000;

/**
 * Keeps what was filled in on the server: after a pause, at most every ten seconds, and as the page is left. What was
 * there at the start needs no keeping.
 */
export function useDraft(
  serviceId: string,
  content: DraftContent,
  begun: { hasDraft: boolean; place: DraftPlace },
): DraftKeeper {
  const client = useQueryClient();
  const text = JSON.stringify(content);
  const latest = useRef(text);
  /** What the server has or is being sent; null where a save failed, so that the next one is not left out. */
  const kept = useRef<string | null>(text);
  const place = useRef(begun.place);
  const keptPlace = useRef(begun.place);
  const hasDraft = useRef(begun.hasDraft);
  hasDraft.current ||= begun.hasDraft;
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  const isStopped = useRef(false);
  const isGone = useRef(false);
  const running = useRef<AbortController>(null);
  const [state, setState] = useState<DraftState>({ kind: 'idle' });

  const save = useCallback(
    (isLeaving: boolean) => {
      const isElsewhere =
        place.current.step !== keptPlace.current.step || place.current.field !== keptPlace.current.field;
      const isNew = latest.current !== kept.current || (isLeaving && hasDraft.current && isElsewhere);
      if (isStopped.current || !isNew) return;
      // An older text must not arrive after a newer one.
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      kept.current = latest.current;
      keptPlace.current = place.current;
      hasDraft.current = true;
      savedAt.current = Date.now();
      setState({ kind: 'saving' });
      const body = { ...(JSON.parse(latest.current) as DraftContent), ...place.current };
      const keepalive = isLeaving && new Blob([latest.current]).size < KEEPALIVE_BYTES;
      saveDraft(serviceId, body, { signal: controller.signal, keepalive }).then(
        (draft) => {
          if (controller.signal.aborted) return;
          running.current = null;
          setState({ kind: 'saved', at: draft.updated_at });
          client.invalidateQueries({ queryKey: draftsQuery.queryKey });
          // The page that came after the form may have asked a moment too early.
          if (isGone.current) client.invalidateQueries({ queryKey: draftQuery(serviceId).queryKey });
        },
        () => {
          if (controller.signal.aborted) return;
          running.current = null;
          kept.current = null;
          setState({ kind: 'failed' });
        },
      );
    },
    [serviceId, client],
  );

  useEffect(() => {
    latest.current = text;
    const timer = setTimeout(() => save(false), nextSaveIn(Date.now(), savedAt.current));
    return () => clearTimeout(timer);
  }, [text, save]);

  useEffect(() => {
    isGone.current = false;
    const leave = () => save(true);
    const leaveHidden = () => document.hidden && leave();
    const retry = () => save(false);
    document.addEventListener('visibilitychange', leaveHidden);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', retry);
    return () => {
      document.removeEventListener('visibilitychange', leaveHidden);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', retry);
      isGone.current = true;
      // Whoever leaves the page right after the last letter finds it here as well.
      leave();
    };
  }, [save]);

  const stop = () => {
    isStopped.current = true;
    if (running.current) kept.current = null;
    running.current?.abort();
    running.current = null;
  };
  return {
    state,
    setPlace: (next) => {
      place.current = next;
    },
    stop,
    goOn: () => {
      isStopped.current = false;
      save(false);
    },
    beginAfresh: (start) => {
      stop();
      isStopped.current = false;
      latest.current = JSON.stringify(start);
      kept.current = latest.current;
      keptPlace.current = place.current;
      hasDraft.current = false;
      setState({ kind: 'idle' });
    },
  };
}
