import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, draftQuery, draftsQuery, saveDraft } from '../../api/gov.ts';
import { nextSaveIn } from './save-pace.ts';

export type DraftState = { kind: 'idle' | 'saving' | 'failed' } | { kind: 'saved'; at: string };

interface DraftContent {
  note: string;
  payload: Record<string, unknown>;
}

/** The current step and the focused field. */
export type DraftPlace = Pick<Draft, 'step' | 'field'>;

export interface DraftKeeper {
  state: DraftState;
  /** Saved with the next save; on its own it is saved only when the page is left. */
  setPlace(place: DraftPlace): void;
  /** Stops saving, because the application is being sent or the draft deleted. */
  stop(): void;
  goOn(): void;
  /** The draft was deleted, so the initial content must not be saved. */
  startOver(content: DraftContent): void;
}

/** The browser's limit for a request of a closing page. */
const KEEPALIVE_BYTES = 60_000;

/**
 * Saves the answers on the server: after a pause, at most every ten seconds, and when the page is left. The initial
 * content is not saved.
 */
export function useDraft(
  serviceId: string,
  content: DraftContent,
  begun: { hasDraft: boolean; place: DraftPlace },
): DraftKeeper {
  const client = useQueryClient();
  const text = JSON.stringify(content);
  const latest = useRef(text);
  /** The text that the server has or is receiving; null after a failed save, so that the next one is not skipped. */
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
          // The next page may have fetched the draft before this save finished.
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
      // Saves the last letters when the page is left inside the site.
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
    startOver: (start) => {
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
