import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BodySchema } from '../../api/body-schema.ts';
import { superadminMfaBody } from '../../api/generated/bodies.ts';
import { type PassedFactor, passSecondFactor } from '../../api/second-factor.ts';
import { formatWait } from '../../i18n/format.ts';
import { usePageWords, useWords } from '../../i18n/provider.tsx';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { readDigits, readRecoveryCode } from '../../ui/forms/read-code.ts';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { explainRefusal, type Refusal } from './explain-refusal.ts';
import classes from './second-factor.module.css';
import { secondFactorWords } from './words.ts';

interface SecondFactorFormProps {
  /** Of a change that was refused until a fresh code; a sign-in has its own in a cookie. */
  mfaToken?: string;
  submitLabel?: string;
  onPassed(passed: PassedFactor): unknown;
  onStartAgain?: () => void;
  onCancel?: () => void;
}

/** The token of a sign-in is added by the proxy, from its cookie. */
const schema: BodySchema = { ...superadminMfaBody, required: ['code'] };

/** The code of an authenticator app, or a recovery code when the app is not at hand. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const words = usePageWords(secondFactorWords);
  const { time } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<'digits' | 'recovery'>('digits');
  const isDigits = kind === 'digits';
  const read = isDigits ? readDigits : readRecoveryCode;

  const describe = (found: Refusal): string => {
    if (found.kind === 'wait') return words.wait(formatWait(found.seconds, time));
    if (found.kind === 'offline') return words.offline;
    if (found.kind === 'other') return words.other;
    return isDigits ? words.wrongDigits : words.wrongRecovery;
  };
  const pass = useMutation({
    mutationFn: (code: string) => passSecondFactor(code, props.mfaToken),
    onSuccess: props.onPassed,
    onError: (error) => {
      form.setFieldError('code', describe(explainRefusal(error)));
      field.current?.select();
    },
  });
  const refusal = pass.error ? explainRefusal(pass.error) : null;
  const form = useBodyForm({
    schema,
    keepAs: null,
    initial: { code: '' },
    toBody: ({ code }) => ({ code: read(code) ?? '' }),
    check: ({ code }) =>
      read(code) === null ? { code: isDigits ? words.digitsShape : words.recoveryShape } : {},
    onSend: ({ code }) => pass.mutate(code),
    isPending: pass.isPending,
  });

  if (refusal?.kind === 'ended' || refusal?.kind === 'locked')
    return <Ended refusal={refusal} onStartAgain={props.onStartAgain} onCancel={props.onCancel} />;

  const switchKind = () => {
    setKind(isDigits ? 'recovery' : 'digits');
    form.reset();
    pass.reset();
  };

  return (
    <form className={classes.form} onSubmit={form.send} noValidate data-testid="second-factor">
      <CodeField
        key={kind}
        {...form.field('code')}
        ref={field}
        autoFocus
        kind={kind}
        label={isDigits ? words.digits : words.recovery}
        description={isDigits ? words.digitsHint : words.recoveryHint}
      />
      <div className={classes.actions}>
        <Button type="submit" size="md" loading={pass.isPending || pass.isSuccess} data-testid="code-submit">
          {props.submitLabel ?? words.submit}
        </Button>
        {props.onCancel ? (
          <Button variant="default" size="md" onClick={props.onCancel}>
            {words.cancel}
          </Button>
        ) : null}
      </div>
      <button type="button" className={classes.switch} data-testid="code-kind" onClick={switchKind}>
        {isDigits ? words.useRecovery : words.useDigits}
      </button>
    </form>
  );
}

interface EndedProps {
  refusal: { kind: 'ended' | 'locked' };
  onStartAgain?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
}

function Ended({ refusal, onStartAgain, onCancel }: EndedProps) {
  const words = usePageWords(secondFactorWords);
  const leave = onStartAgain ?? onCancel;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={classes.form} data-testid="second-factor-ended" data-reason={refusal.kind}>
      <div role="alert" className={classes.ended}>
        <p className={classes.endedTitle}>{words[refusal.kind].title}</p>
        <p>{words[refusal.kind].text}</p>
      </div>
      {leave ? (
        <Button ref={button} size="md" data-testid="start-again" onClick={leave}>
          {onStartAgain ? words.startAgain : words.close}
        </Button>
      ) : null}
    </div>
  );
}
