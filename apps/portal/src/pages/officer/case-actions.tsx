import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Case } from '../../api/officer.ts';
import { PhoneDialog } from '../../features/signing/phone-dialog.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { useFindTyped } from '../../ui/forms/use-typed.ts';
import noteStyle from '../../ui/note.module.css';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { ActionForm } from './action-form.tsx';
import classes from './case.module.css';
import { nameCaseText } from './case-text.ts';
import { caseWords } from './case-words.ts';
import type { DeskAction, Offer } from './desk-actions.ts';
import { HandoverForm } from './handover-form.tsx';
import { isConflict, isDeciding, type Order } from './use-case-actions.ts';
import { ACTION_KEYS } from './use-desk-keys.ts';
import { useSigning } from './use-signing.ts';
import { officerWords } from './words.ts';

const WRITTEN = ['ask', 'refuse', 'approve', 'give', 'free'] as const;

interface CaseActionsProps {
  opened: Case;
  offer: Offer;
  /** The action with an open form. */
  asked: DeskAction | null;
  areKeysOn: boolean;
  isTaking: boolean;
  isSending: boolean;
  error: unknown;
  done: DeskAction | null;
  onAsk(action: DeskAction | null): void;
  onOrder(order: Order): void;
  /** Opens the next case; null at the end of the list. */
  onNext: (() => void) | null;
}

/** One primary action, and the other possible ones beside it. */
export function CaseActions(props: CaseActionsProps) {
  const { opened, offer, asked, areKeysOn, isTaking, isSending, error, done, onAsk, onOrder, onNext } = props;
  const { language } = useLanguage();
  const words = usePageWords(caseWords);
  const desk = usePageWords(officerWords);
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, signature_required: needsSignature } = opened.application;
  const signing = useSigning(onOrder);
  const give = (order: Order) =>
    needsSignature && isDeciding(order) ? signing.begin(order) : onOrder(order);
  const offered = [...(offer.primary ? [offer.primary] : []), ...offer.others];
  const form = asked !== null && asked !== 'take' && asked !== done ? asked : null;
  // The state may have changed under an open form: the text stays readable but cannot be sent.
  const isStale = form !== null && !isSending && !isTaking && !offered.includes(form);
  const isDecided = done !== null && done !== 'take';
  const findTyped = useFindTyped();
  const unsent = WRITTEN.find((action) => action !== done && findTyped(nameCaseText(id, action)));
  // The message about the last action already says it.
  const reason = offer.reason === 'waiting' && done === 'ask' ? null : offer.reason;

  const wasForm = useRef(form);
  useEffect(() => {
    if (form) box.current?.scrollIntoView({ block: 'nearest' });
    else if (wasForm.current && !isDecided) document.getElementById(buildActionId(wasForm.current))?.focus();
    wasForm.current = form;
  }, [form, isDecided]);
  useEffect(() => {
    // Enter opens the next case.
    if (isDecided) (document.getElementById('next-case') ?? heading.current)?.focus();
  }, [isDecided]);
  const offers = offered.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a focused button may have disappeared with its action
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [offers, form]);

  const until = opened.application.assigned_until
    ? formatDateTime(opened.application.assigned_until, language)
    : null;
  const sayDone = (action: DeskAction) =>
    action === 'take' && until ? desk.takenUntil(until) : desk.done[action];

  const begin = (action: DeskAction) => (action === 'take' ? onOrder({ id, action }) : onAsk(action));
  if (offered.length === 0 && !reason && !done && !error && !form) return null;
  return (
    <section ref={box} className={classes.actions} aria-labelledby="case-next">
      <h3 id="case-next" ref={heading} tabIndex={-1}>
        {words.next}
      </h3>
      <Done>{done && !(form && done === 'take') ? sayDone(done) : null}</Done>
      <ActionFailure error={error} />
      {isConflict(error) && !isStale ? (
        <p className={classes.quiet} data-testid="conflict">
          {desk.conflict}
        </p>
      ) : null}
      {isStale ? (
        <p className={noteStyle.note} data-tone="warn" role="status" data-testid="stale">
          {words.stale}
        </p>
      ) : null}
      {reason && (!form || reason === 'held') ? (
        <p
          className={reason === 'waiting' ? undefined : noteStyle.note}
          data-tone="warn"
          data-testid="reason"
        >
          {reason === 'held' && until ? desk.heldUntil(until) : desk.reasons[reason]}
        </p>
      ) : null}
      {form === 'give' || form === 'free' ? (
        <HandoverForm
          key={form}
          action={form}
          application={opened.application}
          isSending={isSending}
          isStale={isStale}
          onSend={(values) => onOrder({ id, action: form, ...values })}
          onCancel={() => onAsk(null)}
        />
      ) : form ? (
        <ActionForm
          key={form}
          caseId={id}
          action={form}
          issuesReference={Boolean(opened.service?.output_ref_type)}
          needsSignature={needsSignature}
          isSending={isSending}
          isStale={isStale}
          onSend={(values) => give({ id, action: form, ...values })}
          onCancel={() => onAsk(null)}
        />
      ) : unsent ? (
        <div className={noteStyle.note} role="status" data-testid="unsent">
          <p>{words.unsent(desk.actions[unsent])}</p>
          <div className={formStyle.actions}>
            <Button
              variant="default"
              size="compact-md"
              data-testid="continue-unsent"
              onClick={() => onAsk(unsent)}
            >
              {words.continueUnsent}
            </Button>
          </div>
        </div>
      ) : isDecided && onNext ? (
        <div className={formStyle.actions}>
          <Button id="next-case" data-testid="next-case" onClick={onNext}>
            {words.nextCase}
          </Button>
        </div>
      ) : null}
      {!form && offered.length > 0 ? (
        <div className={formStyle.actions}>
          {offered.map((action) => (
            <Button
              key={action}
              id={buildActionId(action)}
              variant={action === offer.primary && !isDecided ? 'filled' : 'default'}
              loading={isTaking && action === 'take'}
              data-testid={`do-${action}`}
              rightSection={
                areKeysOn ? (
                  <span className={classes.key} aria-hidden="true">
                    {ACTION_KEYS[action].toUpperCase()}
                  </span>
                ) : null
              }
              aria-keyshortcuts={areKeysOn ? ACTION_KEYS[action] : undefined}
              onClick={() => begin(action)}
            >
              {desk.actions[action]}
            </Button>
          ))}
        </div>
      ) : null}
      <PhoneDialog
        isOpen={signing.wish !== null}
        title={signing.wish?.action === 'refuse' ? words.signRefusal : words.signApproval}
        kept={words.signKept}
        signing={signing}
        refusal={signing.refused}
      />
    </section>
  );
}

const buildActionId = (action: DeskAction): string => `do-${action}`;
