import type { Citizen } from '../citizens.ts';
import type { Session, Sessions } from '../sessions.ts';

const CAPACITY = 5000;

/** What people did, for as long as the sandbox runs: a poll forgets a session long before its owner does. */
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
