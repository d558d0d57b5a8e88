import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { PassedFactor } from '../../api/second-factor.ts';
import classes from '../../features/eid-sign-in/other-ways.module.css';
import { signedInWords } from '../../features/eid-sign-in/signed-in-words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import type { NotLinked } from './not-linked.ts';

interface SignedInNoticeProps {
  notLinked?: NotLinked;
  passed?: PassedFactor;
  onContinue(): void;
}

/** A message for a signed-in person, who reads it and then continues with a button. */
export function SignedInNotice({ notLinked, passed, onContinue }: SignedInNoticeProps) {
  const words = usePageWords(signedInWords);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.signedIn} data-testid="signed-in-notice">
      <h2 ref={heading} tabIndex={-1}>
        <IconCircleCheck size={28} stroke={1.6} aria-hidden="true" />
        {words.heading}
      </h2>
      {passed ? <p>{words.recoveryUsed(passed.recovery_codes_left)}</p> : null}
      {passed && passed.recovery_codes_left < 4 ? <p>{words.recoveryFew}</p> : null}
      {notLinked ? <p>{words.notLinked[notLinked]}</p> : null}
      <Button size="md" fullWidth data-testid="continue" onClick={onContinue}>
        {words.button}
      </Button>
    </div>
  );
}
