import { Button } from '@mantine/core';
import { IconBuildingBank, IconCheck, IconClock, IconClockExclamation } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Fact, FactOffer } from '../../api/facts.ts';
import { formatClock, formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import factStyle from '../../ui/facts.module.css';
import { Done, Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import { FactAnswer } from './fact-answer.tsx';
import classes from './facts.module.css';
import { type FactActions, useFactActions } from './use-fact-actions.ts';
import { factWords } from './words.ts';

interface FetchPaperProps {
  serviceId: string;
  /** Absent when the agency can no longer be asked; an earlier question may still stand. */
  offer: FactOffer | undefined;
  fact: Fact | undefined;
  onChanged(fact: Fact): void;
}

/** Another way to give a paper: the agency that has it is asked, and the person decides about its answer. */
export function FetchPaper({ serviceId, offer, fact, onChanged }: FetchPaperProps) {
  const words = usePageWords(factWords);
  const explain = useExplanation('platform', words.codes);
  const [isAsking, setIsAsking] = useState(false);
  const block = useRef<HTMLDivElement>(null);
  const actions = useFactActions(serviceId, (changed) => {
    setIsAsking(false);
    onChanged(changed);
    // The pressed button disappears with its state, so the focus has to move.
    block.current?.focus();
  });
  const askText = fact?.state === 'failed' ? words.askAgain : words.ask;
  if (offer === undefined && (fact === undefined || !isShown(fact))) return null;
  return (
    <>
      <div
        ref={block}
        tabIndex={-1}
        className={classes.fetch}
        data-state={fact?.state ?? 'offered'}
        data-testid={`fetch-${offer?.slot ?? fact?.slot}`}
      >
        <Done>{actions.said === null || actions.said !== fact?.state ? null : words.said[actions.said]}</Done>
        {fact && isShown(fact) ? <FactState fact={fact} actions={actions} /> : null}
        {offer && canAsk(fact) ? (
          <>
            {fact && isShown(fact) ? null : (
              <Line icon={<IconBuildingBank size={20} stroke={1.6} aria-hidden="true" />}>
                {words.offer(offer.agency)}
              </Line>
            )}
            <div className={classes.actions}>
              <Button
                variant="light"
                aria-label={words.withTitle(askText, offer.evidence_name)}
                data-testid={`ask-${offer.slot}`}
                onClick={() => {
                  actions.reset();
                  setIsAsking(true);
                }}
              >
                {askText}
              </Button>
            </div>
            <Consent offer={offer} isOpen={isAsking} actions={actions} onClose={() => setIsAsking(false)} />
          </>
        ) : null}
        <Failed text={actions.error && !isAsking ? explain(actions.error) : null} />
      </div>
      {fact?.state === 'accepted' ? null : <p className={textStyle.quiet}>{words.orUpload}</p>}
    </>
  );
}

/** Refused and withdrawn questions leave nothing to read. */
const isShown = ({ state }: Fact): boolean =>
  state === 'asked' ||
  state === 'answered' ||
  state === 'accepted' ||
  state === 'failed' ||
  state === 'expired';

const canAsk = (fact: Fact | undefined): boolean =>
  fact === undefined || !['asked', 'answered', 'accepted'].includes(fact.state);

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className={classes.line}>
      {icon}
      <span>{children}</span>
    </p>
  );
}

function FactState({ fact, actions }: { fact: Fact; actions: FactActions }) {
  const { language } = useLanguage();
  const words = usePageWords(factWords);
  const refuse = (text: string) => (
    <Button
      variant="default"
      disabled={actions.isPending}
      data-testid={`refuse-${fact.slot}`}
      onClick={() => actions.refuse(fact)}
    >
      {text}
    </Button>
  );
  if (fact.state === 'asked')
    return (
      <>
        <Waiting fact={fact} />
        <div className={classes.actions}>{refuse(words.stop)}</div>
      </>
    );
  if (fact.state === 'failed' && fact.failure !== '')
    return (
      <Line icon={<IconClockExclamation size={20} stroke={1.6} aria-hidden="true" />}>
        <span role="status">
          {words.failed[fact.failure](fact.agency)} {words.failedNext}
        </span>
      </Line>
    );
  if (fact.state === 'expired') return <p>{words.expired}</p>;
  const isAccepted = fact.state === 'accepted';
  return (
    <>
      <Line icon={<IconCheck size={20} stroke={1.8} aria-hidden="true" />}>
        <span role="status">{isAccepted ? words.accepted : words.answered(fact.agency)}</span>
      </Line>
      <FactAnswer fact={fact} />
      <p className={textStyle.quiet}>{words.until(formatDateTime(fact.expires_at, language))}</p>
      <div className={classes.actions}>
        {isAccepted ? null : (
          <Button
            loading={actions.isPending}
            data-testid={`use-${fact.slot}`}
            onClick={() => actions.accept(fact)}
          >
            {words.use}
          </Button>
        )}
        {refuse(words.refuse)}
      </div>
    </>
  );
}

/** The state is announced once; the running clock would be read every second. */
function Waiting({ fact }: { fact: Fact }) {
  const words = usePageWords(factWords);
  const left = useSecondsLeft(new Date(fact.due_at).getTime());
  const isLate = fact.late || left === 0;
  return (
    <>
      <Line
        icon={
          isLate ? (
            <IconClockExclamation size={20} stroke={1.6} aria-hidden="true" />
          ) : (
            <IconClock size={20} stroke={1.6} aria-hidden="true" />
          )
        }
      >
        <span role="status">{isLate ? words.late(fact.agency) : words.waiting(fact.agency)}</span>
      </Line>
      {isLate ? null : (
        <p className={classes.clock} data-testid={`clock-${fact.slot}`}>
          {words.left(formatClock(left ?? 0))}
        </p>
      )}
      <p className={textStyle.quiet}>{words.leave}</p>
    </>
  );
}

interface ConsentProps {
  offer: FactOffer;
  isOpen: boolean;
  actions: FactActions;
  onClose(): void;
}

/** Says who is asked for what and why, before anything leaves the platform. */
function Consent({ offer, isOpen, actions, onClose }: ConsentProps) {
  const words = usePageWords(factWords);
  const explain = useExplanation('platform', words.codes);
  const { consent } = words;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={consent.title}
      action={consent.agree}
      isDangerous={false}
      isPending={actions.isPending}
      failure={<Failed text={actions.error ? explain(actions.error) : null} />}
      onConfirm={() => actions.ask(offer.slot)}
      onCancel={onClose}
    >
      <dl className={factStyle.facts} data-testid="consent">
        <div>
          <dt>{consent.agency}</dt>
          <dd>{offer.agency}</dd>
        </div>
        <div>
          <dt>{consent.what}</dt>
          <dd>{offer.evidence_name}</dd>
        </div>
        <div>
          <dt>{consent.why}</dt>
          <dd>{offer.service_name}</dd>
        </div>
        <div>
          <dt>{consent.when}</dt>
          <dd>{consent.minutes(offer.sla_minutes)}</dd>
        </div>
      </dl>
      <p>{consent.effect}</p>
    </ConfirmDialog>
  );
}
