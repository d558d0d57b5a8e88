import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RelayAssignment, RelayDeliveryDetail } from '../../api/relay.ts';
import { formatMoment } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Done } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { useMayManage } from './relay.tsx';
import classes from './request.module.css';
import { requestWords } from './request-words.ts';
import { RespondForm } from './respond-form.tsx';
import { RunningClock } from './running-clock.tsx';
import { relayWords } from './words.ts';

const TONES: Record<RelayAssignment['status'], Tone> = {
  pending: 'wait',
  acknowledged: 'wait',
  in_progress: 'wait',
  overdue: 'bad',
  done: 'good',
  rejected: 'plain',
};

const isOpen = ({ status }: RelayAssignment) => status !== 'done' && status !== 'rejected';

interface AssignmentsProps {
  assignments: readonly RelayAssignment[];
  deliveries: readonly RelayDeliveryDetail[];
  clockSkewMs: number;
  /** The clock of an assignment that was not yet taken runs from here. */
  startedAt: string;
}

export function Assignments({ assignments, deliveries, clockSkewMs, startedAt }: AssignmentsProps) {
  const words = usePageWords(requestWords);
  const mayManage = useMayManage();
  const [answering, setAnswering] = useState<string | null>(null);
  const [done, setDone] = useState('');
  return (
    <>
      <Done testId="responded">{done}</Done>
      <ul className={classes.assignments}>
        {assignments.map((assignment) => (
          <li key={assignment.id} data-testid="assignment" data-status={assignment.status}>
            <div className={classes.line}>
              <h3>{assignment.platform_name}</h3>
              <Badge tone={TONES[assignment.status]}>{words.assignmentStates[assignment.status]}</Badge>
            </div>
            <RunningClock
              isSmall
              from={assignment.dispatched_at ?? startedAt}
              due={assignment.due_at}
              answered={assignment.responded_at}
              clockSkewMs={clockSkewMs}
            />
            <p className={`${textStyle.quiet} ${textStyle.small}`}>
              {words.until(formatMoment(assignment.due_at))}
            </p>
            <Signals assignment={assignment} />
            <Messages sent={deliveries.filter(({ assignment_id }) => assignment_id === assignment.id)} />
            {assignment.result === undefined ? null : (
              <pre className={textStyle.pre}>
                {typeof assignment.result === 'string'
                  ? assignment.result
                  : JSON.stringify(assignment.result, null, 2)}
              </pre>
            )}
            {!mayManage || !isOpen(assignment) ? null : answering === assignment.id ? (
              <RespondForm
                assignment={assignment}
                onClose={() => setAnswering(null)}
                onDone={(isFulfilled) => {
                  setAnswering(null);
                  const text = words.responded(assignment.platform_name);
                  setDone(isFulfilled ? `${text} ${words.fulfilledNow}` : text);
                }}
              />
            ) : (
              <div>
                <Button
                  aria-label={words.respondTo(assignment.platform_name)}
                  data-testid="respond"
                  onClick={() => {
                    setDone('');
                    setAnswering(assignment.id);
                  }}
                >
                  {words.respond}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Signals({ assignment: { reminders_sent, escalated } }: { assignment: RelayAssignment }) {
  const words = usePageWords(requestWords);
  if (reminders_sent === 0 && !escalated) return null;
  return (
    <p className={textStyle.small}>
      {[
        ...(reminders_sent > 0 ? [words.reminders(reminders_sent)] : []),
        ...(escalated ? [words.escalated] : []),
      ].join(' · ')}
    </p>
  );
}

/** How the message of an assignment fared; an agency without a connection gets none. */
function Messages({ sent }: { sent: readonly RelayDeliveryDetail[] }) {
  const words = usePageWords(requestWords);
  const { deliveryStates } = usePageWords(relayWords);
  return sent.map((delivery) => (
    <p key={delivery.id} className={`${textStyle.quiet} ${textStyle.small}`} data-testid="message">
      {[
        words.message(deliveryStates[delivery.state], delivery.attempts),
        ...(delivery.state === 'delivered' ? [words.receipts[delivery.receipt]] : []),
        ...(delivery.next_at && delivery.attempts > 0 ? [words.nextTry(formatMoment(delivery.next_at))] : []),
      ].join(' · ')}
    </p>
  ));
}
