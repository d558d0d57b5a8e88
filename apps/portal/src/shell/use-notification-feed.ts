import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { STREAM_PATH, unreadQuery } from '../api/notifications.ts';
import { loadFreshSession } from '../api/session.ts';

const POLL_MS = 60_000;
/** The browser tries a broken stream again every few seconds; each try asks no more than this often. */
const ASK_AGAIN_MS = 10_000;

/**
 * Keeps everything that a notification may be about up to date. A stream is open only while the page is looked at:
 * browsers open few connections to one host, and a person has many tabs. Where the stream is refused, the count is
 * asked for once a minute, and the stream tried again.
 *
 * The server ends the stream with the session: then the session is asked for, and whoever was signed out elsewhere
 * learns it at once instead of at their next press.
 */
export function useNotificationFeed(): { arrived: number } {
  const client = useQueryClient();
  const [arrived, setArrived] = useState(0);

  useEffect(() => {
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let askedAtMs = 0;

    const askForSession = (isRefused: boolean) => {
      if (!isRefused && Date.now() - askedAtMs < ASK_AGAIN_MS) return;
      askedAtMs = Date.now();
      // Without an answer nothing is known: a lost connection is no lost session.
      loadFreshSession(client).catch(() => undefined);
    };
    const close = () => {
      stream?.close();
      stream = null;
      clearTimeout(timer);
    };
    const open = () => {
      close();
      if (document.hidden) return;
      const opened = new EventSource(STREAM_PATH);
      stream = opened;
      opened.addEventListener('unread', (event) => {
        const { unread } = JSON.parse(event.data) as { unread: number };
        client.setQueryData(unreadQuery.queryKey, unread);
      });
      // Its words are in the browser's language, not in the one chosen here; what it is about is read anew.
      opened.addEventListener('notification', () => {
        setArrived((count) => count + 1);
        client.invalidateQueries({ queryKey: ['gov'] });
      });
      opened.addEventListener('error', () => {
        // The browser itself tries again after a break; only a refusal is final.
        const isRefused = opened.readyState === EventSource.CLOSED;
        askForSession(isRefused);
        if (!isRefused) return;
        close();
        timer = setTimeout(() => {
          client.invalidateQueries({ queryKey: unreadQuery.queryKey });
          open();
        }, POLL_MS);
      });
    };

    open();
    document.addEventListener('visibilitychange', open);
    return () => {
      document.removeEventListener('visibilitychange', open);
      close();
    };
  }, [client]);

  return { arrived };
}
