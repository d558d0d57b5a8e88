import { useCallback, useEffect, useRef } from 'react';
import { forgetReply, keepReply, type Reply, type ReplyPlace } from './kept-reply.ts';

const PAUSE_MS = 400;

/** Stores a reply in this tab shortly after each change, and before the page unloads. */
export function useReplyKeeper(place: ReplyPlace, reply: Reply): { stop(): void } {
  const text = JSON.stringify([place, reply]);
  const latest = useRef(text);
  const kept = useRef(text);
  const isStopped = useRef(false);

  const flush = useCallback(() => {
    if (isStopped.current || latest.current === kept.current) return;
    kept.current = latest.current;
    keepReply(...(JSON.parse(latest.current) as [ReplyPlace, Reply]));
  }, []);

  useEffect(() => {
    latest.current = text;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, flush]);

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  return {
    /** The reply was sent and must not be stored again. */
    stop: () => {
      isStopped.current = true;
      forgetReply(place);
    },
  };
}
