import type { AnswerChange, Application, TimelineEvent } from '../../api/gov.ts';

export interface Question {
  text: string;
  /** Answers that changed after the question. */
  changes: AnswerChange[];
}

/** The latest question to the applicant; null if there is none. */
export function readQuestion(
  events: readonly Pick<TimelineEvent, 'type' | 'detail' | 'changes'>[],
): Question | null {
  const at = events.findLastIndex((event) => event.type === 'info_requested');
  const asked = events[at];
  if (asked === undefined) return null;
  return { text: asked.detail, changes: events.slice(at + 1).flatMap((event) => event.changes) };
}

const DECIDED: readonly string[] = ['approved', 'rejected', 'completed'];

export const isDecided = ({ status }: Pick<Application, 'status'>): boolean => DECIDED.includes(status);

/** The officer's note on the decision. Before the decision the same field holds the latest question. */
export function readDecision(application: Pick<Application, 'status' | 'tacit' | 'decision_note'>): string {
  return isDecided(application) && !application.tacit ? application.decision_note : '';
}
