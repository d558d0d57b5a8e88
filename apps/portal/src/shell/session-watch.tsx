import '@mantine/core/styles/Group.layer.css';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { extendSession, loadFreshSession, markSessionEnded } from '../api/session.ts';
import { formatWait } from '../i18n/format.ts';
import { usePageWords, useWords } from '../i18n/provider.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { sessionWatchWords } from './session-watch-words.ts';
import { useSignOut } from './use-sign-out.tsx';

/** Long enough to notice, read and decide (WCAG 2.2.1 requires at least 20 seconds). */
const WARN_BEFORE_MS = 5 * 60_000;
const CHECK_EVERY_MS = 10_000;

/** Warns before the session ends, and leaves the page in time without an answer. */
export function SessionWatch({ endsAtMs }: { endsAtMs: number | null }) {
  const words = useWords();
  const own = usePageWords(sessionWatchWords);
  const client = useQueryClient();
  const [leftMs, setLeftMs] = useState(Number.POSITIVE_INFINITY);

  useEffect(() => {
    if (endsAtMs === null) return;
    const check = () => {
      const left = endsAtMs - Date.now();
      setLeftMs(left);
      if (left <= 0) markSessionEnded(client);
    };
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [endsAtMs, client]);

  const [isLast, setLast] = useState(false);
  const extend = useMutation({
    mutationFn: async () => {
      await extendSession();
      return loadFreshSession(client);
    },
    // A session has an absolute end that no extension moves.
    onSuccess: (session) =>
      setLast(session?.endsAtMs != null && session.endsAtMs - Date.now() < WARN_BEFORE_MS),
  });
  const leave = useSignOut();

  return (
    <Dialog
      isOpen={endsAtMs !== null && leftMs > 0 && leftMs < WARN_BEFORE_MS}
      title={words.session.title}
      closesOutside={false}
      onClose={() => (isLast ? undefined : extend.mutate())}
    >
      <Text aria-live="polite">
        {isLast
          ? own.last(formatWait(leftMs / 1000, words.time))
          : words.session.text(formatWait(leftMs / 1000, words.time))}
      </Text>
      {extend.isError ? (
        <Text role="alert" c="var(--mantine-color-error)">
          {words.session.failed}
        </Text>
      ) : null}
      <Group mt="xs">
        {isLast ? null : (
          <Button data-autofocus loading={extend.isPending} onClick={() => extend.mutate()}>
            {words.session.extend}
          </Button>
        )}
        <Button variant={isLast ? 'filled' : 'default'} loading={leave.isPending} onClick={leave.start}>
          {words.session.signOut}
        </Button>
      </Group>
      {leave.dialog}
    </Dialog>
  );
}
