import '@mantine/core/styles/Loader.layer.css';
import { Button, Loader } from '@mantine/core';
import { IconDeviceMobile, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { readFailure } from '../../api/errors.ts';
import { markSessionEnded } from '../../api/session.ts';
import {
  cancelSigning,
  isGone,
  type SignSession,
  signSessionQuery,
  type WatchedSession,
} from '../../api/signing.ts';
import { formatClock } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import noteStyle from '../../ui/note.module.css';
import { ActionFailure, Failed } from '../../ui/states/states.tsx';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import classes from './confirm.module.css';
import { confirmWords } from './confirm-words.ts';
import { useSignFailure } from './use-sign-failure.ts';

interface PhoneConfirmProps {
  sessionId: string;
  /** Called once, with the completed session. */
  onSigned(session: SignSession): void;
  /** Sends the same document again; absent if the page no longer has it. */
  onAgain?: (() => void) | undefined;
  isStartingAgain?: boolean;
  /** Why starting again failed. */
  failure?: unknown;
  /** Leaves this step, after a cancellation or an end. */
  onBack(): void;
  backLabel?: string | undefined;
  /** Such as warnings about the document. */
  children?: ReactNode;
}

/** The person compares the code and enters PIN2 on the phone; this waits for the end, whatever it is. */
export function PhoneConfirm(props: PhoneConfirmProps) {
  const { sessionId, onSigned } = props;
  const client = useQueryClient();
  const query = useQuery(signSessionQuery(sessionId));
  const { data, error } = query;
  const signed = useRef(onSigned);
  signed.current = onSigned;
  const isSignedOut = error !== null && readFailure(error).kind === 'unauthorized';
  useEffect(() => {
    if (data?.state === 'completed') signed.current(data);
  }, [data]);
  useEffect(() => {
    if (isSignedOut) markSessionEnded(client);
  }, [isSignedOut, client]);

  if (data?.state === 'completed') return <Waiting session={data} isLost={false} {...props} />;
  if (data && data.state !== 'running') return <Ended name={nameEnd(data)} reason={data.reason} {...props} />;
  if (isSignedOut) return <Ended name="signedOut" {...props} />;
  if (error && isGone(error)) return <Ended name="gone" {...props} onAgain={undefined} />;
  return <Waiting session={data} isLost={error !== null || query.fetchStatus === 'paused'} {...props} />;
}

type End = keyof (typeof confirmWords)['en']['ended'];

function nameEnd({ state, reason }: SignSession): End {
  if (reason === 'cancelled' || reason === 'started_again') return reason;
  if (state === 'rejected') return 'refused';
  return state === 'expired' ? 'timeout' : 'failed';
}

interface WaitingProps extends PhoneConfirmProps {
  session: WatchedSession | undefined;
  isLost: boolean;
}

function Waiting({ sessionId, session, isLost, onBack, backLabel, children }: WaitingProps) {
  const words = usePageWords(confirmWords);
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const deadlineMs = session?.deadlineMs ?? null;
  const secondsLeft = useSecondsLeft(deadlineMs);
  const isMade = session !== undefined && deadlineMs === null;
  const cancel = useMutation({
    mutationFn: () => cancelSigning(sessionId),
    // A signature that came first is shown instead of the cancellation.
    onSuccess: (after) => {
      client.setQueryData(signSessionQuery(sessionId).queryKey, { ...after, deadlineMs: null });
      if (after.state === 'rejected') onBack();
    },
  });
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section
      className={classes.confirm}
      data-testid="phone-confirm"
      data-state={isMade ? 'making' : 'waiting'}
    >
      <IconDeviceMobile size={40} stroke={1.4} aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1}>
        {words.waiting}
      </h2>
      <p className={classes.said} role="status">
        {session === undefined ? words.connecting : isMade ? words.making : words.compare}
      </p>
      {session === undefined || isMade ? (
        <Loader size="md" color="var(--tamga-accent)" aria-hidden="true" />
      ) : (
        <p className={classes.code}>
          <span>{words.code}</span>
          <strong data-testid="verification-code">{session.verification_code}</strong>
        </p>
      )}
      {secondsLeft === null ? null : (
        <p className={classes.left} data-low={secondsLeft <= 20 || undefined} data-testid="time-left">
          {words.left(formatClock(secondsLeft))}
        </p>
      )}
      {isLost ? (
        <p
          role="alert"
          className={`${noteStyle.note} ${classes.lost}`}
          data-tone="warn"
          data-testid="sign-lost"
        >
          <IconPlugConnectedX size={20} aria-hidden="true" />
          {words.lost}
        </p>
      ) : null}
      {children}
      <ActionFailure error={cancel.error} />
      {isMade ? null : (
        <Button
          variant="default"
          loading={cancel.isPending}
          data-testid="cancel-signing"
          onClick={() => cancel.mutate()}
        >
          {backLabel ?? words.cancel}
        </Button>
      )}
    </section>
  );
}

function Ended({
  name,
  reason = '',
  onAgain,
  isStartingAgain = false,
  failure,
  onBack,
  backLabel,
}: PhoneConfirmProps & { name: End; reason?: string | undefined }) {
  const words = usePageWords(confirmWords);
  const explain = useSignFailure();
  const { title, text } = words.ended[name];
  const why = name === 'failed' && Object.hasOwn(words.reasons, reason) ? words.reasons[reason] : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className={classes.confirm} data-testid="sign-ended" data-end={name}>
      <div className={`${noteStyle.note} ${classes.ended}`} data-tone="warn" role="alert">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{why ?? text}</p>
      </div>
      <Failed text={failure ? explain(failure) : null} testId="again-failed" />
      <div className={formStyle.actions}>
        {onAgain ? (
          <Button size="md" loading={isStartingAgain} data-testid="sign-again" onClick={onAgain}>
            {words.again}
          </Button>
        ) : null}
        <Button size="md" variant="default" data-testid="sign-back" onClick={onBack}>
          {backLabel ?? words.back}
        </Button>
      </div>
    </section>
  );
}
