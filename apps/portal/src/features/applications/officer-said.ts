import type { AnswerChange, Application, TimelineEvent } from '../../api/gov.ts';

export interface Question {
  text: string;
  /** Answers that were given anew since it was asked. */
  changes: AnswerChange[];
}

/** What the applicant was asked last; null where nobody asked. */
export function readQuestion(
  events: readonly Pick<TimelineEvent, 'type' | 'detail' | 'changes'>[],
): Question | null {
  const at = events.findLastIndex((event) => event.type === 'info_requested');
  const asked = events[at];
  if (asked === undefined) return null;
  return { text: asked.detail, changes: events.slice(at + 1).flatMap((event) => event.changes) };
}

const DECIDED: readonly string[] = ['approved', 'rejected', 'completed'];

/** The decision in words. Until an officer has decided, the same field of an application holds their last question. */
export function readDecision(application: Pick<Application, 'status' | 'tacit' | 'decision_note'>): string {
  return DECIDED.includes(application.status) && !application.tacit ? application.decision_note : '';
}
