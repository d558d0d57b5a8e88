import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pin2PollQuery, startPin2 } from '../../api/provider.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Failed, Reference } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import { Pin2Ended, Pin2Waiting } from './pin2-waiting.tsx';
import { pin2Words } from './pin2-words.ts';

interface Pin2StepUpProps {
  challenge: string;
  isLeaving: boolean;
  /** Stable between renders, so that the end is reported once. */
  onPassed: () => void;
}

/** The person confirms on the phone with PIN2; the code on both screens shows that it is the same request. */
export function Pin2StepUp({ challenge, isLeaving, onPassed }: Pin2StepUpProps) {
  const words = usePageWords(pin2Words);
  const explain = useExplanation('server');
  const start = useMutation({ mutationFn: () => startPin2(challenge) });
  const asked = start.data;
  const poll = useQuery({ ...pin2PollQuery(challenge, asked?.sid ?? ''), enabled: asked !== undefined });
  const state = asked === undefined ? undefined : (poll.data?.state ?? 'PENDING');
  const secondsLeft = useSecondsLeft(
    asked !== undefined && state === 'PENDING' ? Date.parse(asked.expires_at) : null,
  );
  useEffect(() => {
    if (state === 'COMPLETE') onPassed();
  }, [state, onPassed]);

  if (asked !== undefined && (state === 'PENDING' || state === 'COMPLETE'))
    return (
      <Pin2Waiting
        code={asked.verification_code}
        isConfirmed={state === 'COMPLETE'}
        secondsLeft={secondsLeft}
      />
    );
  return (
    <>
      {state === undefined ? null : <Pin2Ended isExpired={state === 'EXPIRED'} />}
      {start.error ? (
        <Failed
          testId="pin2-failed"
          text={
            <>
              {explain(start.error)}
              <Reference error={start.error} />
            </>
          }
        />
      ) : null}
      <Button
        size="md"
        loading={start.isPending}
        disabled={isLeaving}
        data-testid="confirm-pin2"
        onClick={() => start.mutate()}
      >
        {state === undefined ? words.confirm : words.again}
      </Button>
    </>
  );
}
