import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { STREAM_PATH, unreadQuery } from '../api/notifications.ts';
import { RELAY_FIGURES, RELAY_KEY } from '../api/relay-key.ts';
import { loadFreshSession } from '../api/session.ts';

const POLL_MS = 60_000;
/** The browser retries a broken stream every few seconds; this limits the refetches. */
const ASK_AGAIN_MS = 10_000;
/** Figures of the relay are counted over whole tables, so they follow a busy relay at this distance. */
const FIGURES_MS = 5000;

/**
 * Keeps everything that a notification may concern up to date. The stream is open only while the page is visible:
 * browsers open few connections to one host, and a person has many tabs. If the stream is refused, the count is
 * polled once a minute and the stream retried. The server ends the stream with the session, so the session is checked
 * then and a person who signed out elsewhere sees it at once.
 */
export function useNotificationFeed(): { arrived: number } {
  const client = useQueryClient();
  const [arrived, setArrived] = useState(0);

  useEffect(() => {
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let figuresTimer: ReturnType<typeof setTimeout> | undefined;
    let askedAtMs = 0;

    const askForSession = (isRefused: boolean) => {
      if (!isRefused && Date.now() - askedAtMs < ASK_AGAIN_MS) return;
      askedAtMs = Date.now();
      // A lost connection is not a lost session, so a failed call is ignored.
      loadFreshSession(client).catch(() => undefined);
    };
    // Only visible queries are fetched again, and the server tells many changes once a second.
    const reloadRelay = () => {
      client.invalidateQueries({
        queryKey: RELAY_KEY,
        predicate: ({ queryKey }) => queryKey[1] !== RELAY_FIGURES,
      });
      figuresTimer ??= setTimeout(() => {
        figuresTimer = undefined;
        client.invalidateQueries({ queryKey: [...RELAY_KEY, RELAY_FIGURES] });
      }, FIGURES_MS);
    };
    const close = () => {
      stream?.close();
      stream = null;
      clearTimeout(timer);
      clearTimeout(figuresTimer);
      figuresTimer = undefined;
    };
    const open = () => {
      close();
      if (document.hidden) return;
      const opened = new EventSource(STREAM_PATH);
      let isReopened = false;
      stream = opened;
      opened.addEventListener('relay', reloadRelay);
      // Changes during a break are not told afterwards.
      opened.addEventListener('open', () => {
        if (isReopened) reloadRelay();
        isReopened = true;
      });
      opened.addEventListener('unread', (event) => {
        const { unread } = JSON.parse(event.data) as { unread: number };
        client.setQueryData(unreadQuery.queryKey, unread);
      });
      // The stream's text is in the browser's language, not in the chosen one, so the data is fetched again.
      opened.addEventListener('notification', () => {
        setArrived((count) => count + 1);
        client.invalidateQueries({ queryKey: ['gov'] });
      });
      opened.addEventListener('error', () => {
        // The browser reconnects after a break; only a refusal is final.
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
