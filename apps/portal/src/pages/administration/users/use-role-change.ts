import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AdminUser, putUserRole, type RoleGift } from '../../../api/administration.ts';
import { readFailure } from '../../../api/errors.ts';
import { markSessionEnded } from '../../../api/session.ts';
import type { useConfirmedChange } from '../../../features/unattended/unattended.tsx';
import { endChange, type RoleChange } from './role-change.ts';

const ASK_AGAIN_MS = 3_000;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

interface RoleChangeOptions {
  userId: string;
  onApplied(user: AdminUser): void;
  /** Makes the call, and asks for a fresh proof first if the server requires one. */
  run: ReturnType<typeof useConfirmedChange>['run'];
}

/**
 * Sends the role, and repeats the call every few seconds while the person is asked, because only that call reports
 * the answer.
 */
export function useRoleChange({ userId, onApplied, run }: RoleChangeOptions) {
  const client = useQueryClient();
  const [change, setChange] = useState<RoleChange>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  const applied = useRef(onApplied);
  applied.current = onApplied;

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setChange({ step: 'idle' });
  }, []);

  const start = useCallback(
    async (gift: RoleGift) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      let isWaiting = false;
      setChange({ step: 'saving' });
      while (!signal.aborted) {
        try {
          const answer = await run((confirmation) =>
            putUserRole(userId, { ...gift, ...confirmation }, signal),
          );
          if (!('approval' in answer)) {
            setChange({ step: 'done' });
            applied.current(answer);
            return;
          }
          isWaiting = true;
          setChange({ step: 'waiting', approval: answer.approval });
        } catch (error) {
          if (signal.aborted) return;
          const failure = readFailure(error);
          if (failure.kind === 'unauthorized') markSessionEnded(client);
          const end = endChange(failure, error, isWaiting);
          if (end) {
            setChange(end);
            return;
          }
        }
        await wait(ASK_AGAIN_MS, signal);
      }
    },
    [client, userId, run],
  );

  useEffect(() => () => running.current?.abort(), []);
  return { change, start, stop };
}
