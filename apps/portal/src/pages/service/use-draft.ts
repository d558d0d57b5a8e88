import { useEffect, useRef, useState } from 'react';
import { saveDraft } from '../../api/gov.ts';

export type DraftState = { kind: 'idle' | 'saving' | 'failed' } | { kind: 'saved'; at: string };

const PAUSE_MS = 1200;

/** Keeps what was filled in on the server, after each pause; what was there at the start needs no keeping. */
export function useDraft(
  serviceId: string,
  content: { note: string; payload: Record<string, unknown> },
): { state: DraftState; flush(): void; stop(): void; goOn(): void } {
  const text = JSON.stringify(content);
  const kept = useRef(text);
  const isStopped = useRef(false);
  const running = useRef<AbortController>(null);
  const waiting = useRef<() => void>(null);
  const [state, setState] = useState<DraftState>({ kind: 'idle' });

  useEffect(() => {
    if (text === kept.current || isStopped.current) return;
    const save = () => {
      waiting.current = null;
      if (isStopped.current) return;
      // An older text must not arrive after a newer one.
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setState({ kind: 'saving' });
      saveDraft(serviceId, JSON.parse(text) as typeof content, controller.signal).then(
        (draft) => {
          kept.current = text;
          setState({ kind: 'saved', at: draft.updated_at });
        },
        () => {
          if (!controller.signal.aborted) setState({ kind: 'failed' });
        },
      );
    };
    const timer = setTimeout(save, PAUSE_MS);
    waiting.current = () => {
      clearTimeout(timer);
      save();
    };
    return () => {
      waiting.current = null;
      clearTimeout(timer);
    };
  }, [serviceId, text]);

  return {
    state,
    /** What waits for a pause is kept now: a step is done, and whoever looks elsewhere may not come back. */
    flush: () => waiting.current?.(),
    /** The application was sent, or the draft thrown away: nothing may bring it back. */
    stop: () => {
      isStopped.current = true;
      running.current?.abort();
    },
    goOn: () => {
      isStopped.current = false;
    },
  };
}
