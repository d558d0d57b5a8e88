import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { STREAM_PATH, unreadQuery } from '../api/notifications.ts';

const POLL_MS = 60_000;

/**
 * Keeps everything that a notification may be about up to date. A stream is open only while the page is looked at:
 * browsers open few connections to one host, and a person has many tabs. Where the stream is refused, the count is
 * asked for once a minute, and the stream tried again.
 */
export function useNotificationFeed(): { arrived: number } {
  const client = useQueryClient();
  const [arrived, setArrived] = useState(0);

  useEffect(() => {
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;

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
        if (opened.readyState !== EventSource.CLOSED) return;
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
