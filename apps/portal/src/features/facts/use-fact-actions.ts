import { useMutation } from '@tanstack/react-query';
import { acceptFact, askAgency, type Fact, refuseFact } from '../../api/facts.ts';

export interface FactActions {
  isPending: boolean;
  error: Error | null;
  /** What the last action ended; a question or an accepted answer is visible itself. */
  said: 'refused' | 'withdrawn' | null;
  ask(slot: string): void;
  accept(fact: Fact): void;
  refuse(fact: Fact): void;
  reset(): void;
}

/** One action at a time: each ends the state that the others start from. */
export function useFactActions(serviceId: string, onChanged: (fact: Fact) => void): FactActions {
  const act = useMutation({
    mutationFn: (call: () => Promise<Fact>) => call(),
    onSuccess: onChanged,
  });
  const state = act.data?.state;
  const isSaid = state === 'refused' || state === 'withdrawn';
  return {
    isPending: act.isPending,
    error: act.error,
    said: isSaid ? state : null,
    ask: (slot) => act.mutate(() => askAgency(serviceId, slot)),
    accept: (fact) => act.mutate(() => acceptFact(serviceId, fact)),
    refuse: (fact) => act.mutate(() => refuseFact(serviceId, fact)),
    reset: act.reset,
  };
}
