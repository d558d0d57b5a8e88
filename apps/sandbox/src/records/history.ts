import type { Citizen } from '../citizens.ts';
import type { Session, Sessions } from '../sessions.ts';

const CAPACITY = 5000;

/** Ended sessions, kept while the sandbox runs: polls lose a session long before that. */
export interface SessionHistory {
  /** Newest first. */
  of(citizen: Citizen): Session[];
}

export function rememberSessions(sessions: Sessions): { sessions: Sessions; history: SessionHistory } {
  const started: Session[] = [];
  return {
    sessions: {
      ...sessions,
      create(request, expected) {
        const session = sessions.create(request, expected);
        started.push(session);
        if (started.length > CAPACITY) started.shift();
        return session;
      },
    },
    history: { of: (citizen) => started.filter((session) => session.citizen === citizen).reverse() },
  };
}
