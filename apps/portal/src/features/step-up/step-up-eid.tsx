import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { createSamePersonUse } from '../eid-sign-in/same-person-use.ts';
import { SignInCard } from '../eid-sign-in/sign-in-card.tsx';
import { stepUpWords } from './words.ts';

export function StepUpByEid({ onPassed, onCancel }: { onPassed(): void; onCancel(): void }) {
  const words = usePageWords(stepUpWords);
  const session = useSession();
  const { pathname, search } = useLocation();
  const [isOther, setIsOther] = useState(false);
  const [use] = useState(() =>
    createSamePersonUse(session.user.id ?? '', (isSamePerson) =>
      isSamePerson ? onPassed() : setIsOther(true),
    ),
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
