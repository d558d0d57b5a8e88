import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from '../../features/eid-sign-in/other-ways.module.css';
import { signInWords } from '../../features/eid-sign-in/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';

interface SignedInNoticeProps {
  children: ReactNode;
  onContinue(): void;
}

/** Signed in, with something to know before going on: read first, then a press. */
export function SignedInNotice({ children, onContinue }: SignedInNoticeProps) {
  const { signedIn } = usePageWords(signInWords);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.signedIn} data-testid="signed-in-notice">
      <h2 ref={heading} tabIndex={-1}>
        <IconCircleCheck size={28} stroke={1.6} aria-hidden="true" />
        {signedIn.heading}
      </h2>
      {children}
      <Button size="md" fullWidth data-testid="continue" onClick={onContinue}>
        {signedIn.button}
      </Button>
    </div>
  );
}
