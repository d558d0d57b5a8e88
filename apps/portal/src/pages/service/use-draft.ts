import { useEffect, useRef, useState } from 'react';
import { saveDraft } from '../../api/gov.ts';

export type DraftState = { kind: 'idle' | 'saving' | 'failed' } | { kind: 'saved'; at: string };

const PAUSE_MS = 1200;

/** Keeps what was filled in on the server, after each pause; what was there at the start needs no keeping. */
export function useDraft(
  serviceId: string,
  content: { note: string; payload: object },
): { state: DraftState; stop(): void; goOn(): void } {
  const text = JSON.stringify(content);
  const kept = useRef(text);
  const isStopped = useRef(false);
  const running = useRef<AbortController>(null);
  const [state, setState] = useState<DraftState>({ kind: 'idle' });

  useEffect(() => {
    if (text === kept.current || isStopped.current) return;
    const timer = setTimeout(() => {
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
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [serviceId, text]);

  return {
    state,
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
