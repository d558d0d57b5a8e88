import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { followRedirect } from '../../api/follow-redirect.ts';

interface Decision {
  /** Sends the answer, unless it is already under way: a double click is faster than a disabled button. */
  decide(): void;
  reset(): void;
  error: Error | null;
  isIdle: boolean;
  /** From the click until the browser has left. */
  isLeaving: boolean;
}

/** An answer to a question of the provider; `send` resolves to the address that the browser opens next. */
export function useDecision(
  send: () => Promise<string>,
  onRefused?: (error: Error) => Promise<boolean>,
): Decision {
  const isSent = useRef(false);
  const { mutate, reset, error, isIdle, isPending, isSuccess } = useMutation({
    mutationFn: send,
    onSuccess: followRedirect,
    onError: async (refusal) => {
      isSent.current = false;
      if (await onRefused?.(refusal)) reset();
    },
  });
  const decide = useCallback(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate();
  }, [mutate]);
  return { decide, reset, error, isIdle, isLeaving: isPending || isSuccess };
}
