import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import type { SignInAgainProps } from '../../shell/signed-in.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { createSamePersonUse } from './same-person-use.ts';
import { signInAgainWords } from './sign-in-again-words.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Signs in over a page whose session ended. The page behind it keeps its input, and the guard of pages closes this. */
export function SignInAgain({ userId, onLeave }: SignInAgainProps) {
  const words = usePageWords(signInAgainWords);
  const { pathname, search } = useLocation();
  const [use] = useState(() => createSamePersonUse(userId, () => undefined));
  return (
    <Dialog
      isOpen
      title={words.title}
      closesOutside={false}
      onClose={() => undefined}
      data-testid="sign-in-again"
    >
      <p>{words.text}</p>
      <SignInCard next={`${pathname}${search}`} use={use} staysHere />
      <p>{words.other}</p>
      <div>
        <Button variant="default" data-testid="leave-page" onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </Dialog>
  );
}
