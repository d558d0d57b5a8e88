import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { draftQuery, draftsQuery, saveDraft } from '../../api/gov.ts';

export type DraftState = { kind: 'idle' | 'saving' | 'failed' } | { kind: 'saved'; at: string };

interface DraftContent {
  note: string;
  payload: Record<string, unknown>;
}

export interface DraftKeeper {
  state: DraftState;
  /** What waits for a pause is kept now: a step is done, and whoever looks elsewhere may not come back. */
  flush(): void;
  /** The application is being sent, or the draft thrown away: nothing may bring it back. */
  stop(): void;
  goOn(): void;
  /** The draft was thrown away: what the form begins with needs no keeping. */
  beginAfresh(content: DraftContent): void;
}

const PAUSE_MS = 1200;

/** Keeps what was filled in on the server, after each pause; what was there at the start needs no keeping. */
export function useDraft(serviceId: string, content: DraftContent): DraftKeeper {
  const client = useQueryClient();
  const text = JSON.stringify(content);
  const latest = useRef(text);
  /** What the server has or is being sent; null where a save failed, so that the next one is not left out. */
  const kept = useRef<string | null>(text);
  const isStopped = useRef(false);
  const isGone = useRef(false);
  const running = useRef<AbortController>(null);
  const [state, setState] = useState<DraftState>({ kind: 'idle' });

  const flush = useCallback(() => {
    const wanted = latest.current;
    if (isStopped.current || wanted === kept.current) return;
    // An older text must not arrive after a newer one.
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    kept.current = wanted;
    setState({ kind: 'saving' });
    saveDraft(serviceId, JSON.parse(wanted) as DraftContent, controller.signal).then(
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
  }, [serviceId, client]);

  useEffect(() => {
    latest.current = text;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, flush]);

  useEffect(() => {
    isGone.current = false;
    const flushHidden = () => document.hidden && flush();
    document.addEventListener('visibilitychange', flushHidden);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', flushHidden);
      window.removeEventListener('online', flush);
      isGone.current = true;
      // Whoever leaves the page right after the last letter finds it here as well.
      flush();
    };
  }, [flush]);

  const stop = () => {
    isStopped.current = true;
    if (running.current) kept.current = null;
    running.current?.abort();
    running.current = null;
  };
  return {
    state,
    flush,
    stop,
    goOn: () => {
      isStopped.current = false;
      flush();
    },
    beginAfresh: (start) => {
      stop();
      isStopped.current = false;
      latest.current = JSON.stringify(start);
      kept.current = latest.current;
      setState({ kind: 'idle' });
    },
  };
}
