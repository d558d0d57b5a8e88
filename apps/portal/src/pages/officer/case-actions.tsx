import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Case } from '../../api/officer.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import detail from '../administration/detail.module.css';
import { ActionFailure, Done } from '../administration/states.tsx';
import { ActionForm } from './action-form.tsx';
import classes from './case.module.css';
import { caseWords } from './case-words.ts';
import type { DeskAction, Offer } from './desk-actions.ts';
import { isConflict, type Order } from './use-case-actions.ts';
import { ACTION_KEYS } from './use-desk-keys.ts';
import { officerWords } from './words.ts';

interface CaseActionsProps {
  opened: Case;
  offer: Offer;
  /** The action whose form is open. */
  asked: DeskAction | null;
  areKeysOn: boolean;
  isPending: boolean;
  error: unknown;
  done: DeskAction | null;
  onAsk(action: DeskAction | null): void;
  onOrder(order: Order): void;
}

/** One thing to do next, and beside it what else may be done. */
export function CaseActions(props: CaseActionsProps) {
  const { opened, offer, asked, areKeysOn, isPending, error, done, onAsk, onOrder } = props;
  const words = usePageWords(caseWords);
  const desk = usePageWords(officerWords);
  const box = useRef<HTMLElement>(null);
  const { id } = opened.application;
  const offered = [...(offer.primary ? [offer.primary] : []), ...offer.others];
  // The state may have changed under an open form.
  const form = asked !== null && asked !== 'take' && offered.includes(asked) ? asked : null;

  useEffect(() => {
    if (form) box.current?.scrollIntoView({ block: 'nearest' });
  }, [form]);

  const begin = (action: DeskAction) => (action === 'take' ? onOrder({ id, action }) : onAsk(action));
  if (offered.length === 0 && !offer.reason && !done && !error) return null;
  return (
    <section ref={box} className={classes.actions} aria-labelledby="case-next">
      <h3 id="case-next">{words.next}</h3>
      <Done>{done ? desk.done[done] : null}</Done>
      <ActionFailure error={error} />
      {isConflict(error) ? (
        <p className={classes.quiet} data-testid="conflict">
          {desk.conflict}
        </p>
      ) : null}
      {offer.reason && !form ? (
        <p className={detail.note} data-tone={offer.reason === 'waiting' ? undefined : 'warn'}>
          {desk.reasons[offer.reason]}
        </p>
      ) : null}
      {form ? (
        <ActionForm
          key={form}
          action={form}
          issuesReference={Boolean(opened.service?.output_ref_type)}
          isPending={isPending}
          onSend={(values) => onOrder({ id, action: form, ...values })}
          onCancel={() => onAsk(null)}
        />
      ) : (
        <div className={detail.actions}>
          {offered.map((action) => (
            <Button
              key={action}
              variant={action === offer.primary ? 'filled' : 'default'}
              loading={isPending && action === 'take'}
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
      )}
    </section>
  );
}
