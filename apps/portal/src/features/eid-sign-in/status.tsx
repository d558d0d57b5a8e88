import type { ReactNode } from 'react';
import { nameState, readKind, type SignInState } from './machine.ts';
import classes from './sign-in.module.css';
import { useStatusWords } from './use-status-words.ts';

interface StatusProps {
  state: SignInState;
  children?: ReactNode;
}

/**
 * Announces every state, visually and to screen readers. It stays mounted for the whole sign-in, because screen
 * readers often skip a live region that appears together with its text.
 */
export function Status({ state, children }: StatusProps) {
  const { title, text } = useStatusWords(state);
  const reason = state.step === 'refused' ? state.reason : undefined;
  return (
    <div
      className={classes.status}
      role="status"
      aria-live="polite"
      aria-atomic="true"
      data-testid="state"
      data-state={nameState(state)}
      data-reason={reason}
      data-kind={readKind(state) ?? undefined}
    >
      {title ? <p className={text ? classes.statusTitle : classes.statusLine}>{title}</p> : null}
      {text ? <p className={classes.statusText}>{text}</p> : null}
      {children}
    </div>
  );
}
