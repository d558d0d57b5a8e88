import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { loadFreshSession } from '../../api/session.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { type EidUse, signInUse } from '../eid-sign-in/eid-use.ts';
import { SignInCard } from '../eid-sign-in/sign-in-card.tsx';
import { stepUpWords } from './words.ts';

/** A new sign-in in place: the page and the input stay. It succeeds only for the same person. */
function createStepUpUse(ownId: string, onEnd: (isSamePerson: boolean) => void): EidUse {
  let isComplete = false;
  return {
    ...signInUse,
    calls: {
      ...signInUse.calls,
      poll: async (sid, verifier, signal) => {
        const answer = await signInUse.calls.poll(sid, verifier, signal);
        isComplete ||= answer.state === 'COMPLETE';
        return answer;
      },
    },
    isDone: async (client) => {
      if (!isComplete) return false;
      const session = await loadFreshSession(client);
      onEnd(session?.user.id === ownId);
      return session !== null;
    },
  };
}

export function StepUpByEid({ onPassed, onCancel }: { onPassed(): void; onCancel(): void }) {
  const words = usePageWords(stepUpWords);
  const session = useSession();
  const { pathname, search } = useLocation();
  const [isOther, setIsOther] = useState(false);
  const [use] = useState(() =>
    createStepUpUse(session.user.id ?? '', (isSamePerson) => (isSamePerson ? onPassed() : setIsOther(true))),
  );
  return (
    <>
      {isOther ? <p role="alert">{words.otherPerson}</p> : <p>{words.eidText}</p>}
      {isOther ? null : <SignInCard next={`${pathname}${search}`} use={use} staysHere />}
      <Button variant="default" data-testid="step-up-cancel" onClick={onCancel}>
        {isOther ? words.close : words.stop}
      </Button>
    </>
  );
}
