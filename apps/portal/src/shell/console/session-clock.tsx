import '@mantine/core/styles/Group.layer.css';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { consoleSessionQuery, readLastCallMs } from '../../api/console.ts';
import { formatWait } from '../../i18n/format.ts';
import { usePageWords, useWords } from '../../i18n/provider.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import classes from './console.module.css';
import { consoleWords } from './words.ts';

/** The server ends a console session after half an hour without a call. */
const IDLE_MS = 30 * 60_000;
const WARN_BEFORE_MS = 5 * 60_000;
const CHECK_EVERY_MS = 5_000;

interface Remaining {
  leftMs: number;
  /** True if a call would extend the session; false near the absolute end after eight hours. */
  isIdle: boolean;
}

function computeRemaining(endsAtMs: number | null): Remaining {
  const nowMs = Date.now();
  const idleMs = readLastCallMs() + IDLE_MS - nowMs;
  const absoluteMs = (endsAtMs ?? Number.POSITIVE_INFINITY) - nowMs;
  return { leftMs: Math.min(idleMs, absoluteMs), isIdle: idleMs < absoluteMs };
}

/** Shows the time left, asks before an idle session ends, and opens the sign-in after the end. */
export function SessionClock({ endsAtMs }: { endsAtMs: number | null }) {
  const words = usePageWords(consoleWords);
  const { time } = useWords();
  const client = useQueryClient();
  const [{ leftMs, isIdle }, setRemaining] = useState(() => computeRemaining(endsAtMs));

  useEffect(() => {
    const check = () => {
      const remaining = computeRemaining(endsAtMs);
      setRemaining(remaining);
      if (remaining.leftMs <= 0) client.setQueryData(consoleSessionQuery.queryKey, null);
    };
    check();
    const timer = setInterval(check, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [endsAtMs, client]);

  const stay = useMutation({
    mutationFn: () => client.fetchQuery({ ...consoleSessionQuery, staleTime: 0 }),
    onSettled: () => setRemaining(computeRemaining(endsAtMs)),
  });
  const minutes = Math.max(0, Math.ceil(leftMs / 60_000));
  const isSoon = leftMs < WARN_BEFORE_MS;

  return (
    <>
      <p className={classes.clock} data-soon={isSoon} role={isSoon ? 'status' : undefined}>
        <span>{words.session}: </span>
        {words.timeLeft(Math.floor(minutes / 60), minutes % 60)}
      </p>
      <Dialog isOpen={isIdle && isSoon && leftMs > 0} title={words.idleTitle} onClose={() => stay.mutate()}>
        <Text aria-live="polite">{words.idleText(formatWait(leftMs / 1000, time))}</Text>
        <Group mt="xs">
          <Button data-autofocus loading={stay.isPending} onClick={() => stay.mutate()}>
            {words.stay}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
