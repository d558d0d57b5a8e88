import { CITIZENS, type Citizen } from './citizens.ts';
import type { SessionKind } from './sessions.ts';

const MAX_TRIES = 3;

export type PinVerdict = { kind: 'right' } | { kind: 'wrong'; triesLeft: number } | { kind: 'locked' };

export interface Pins {
  /** PIN1 for authentication, PIN2 for signatures; the third wrong try in a row locks that PIN. */
  enter(citizen: Citizen, kind: SessionKind, pin: string): PinVerdict;
  isLocked(citizen: Citizen, kind: SessionKind): boolean;
  reset(citizen: Citizen): void;
}

export function createPins(): Pins {
  const triesLeft = new Map<string, number>();
  const key = (citizen: Citizen, kind: SessionKind) => `${kind} ${citizen.nationalId}`;

  function setBoth(citizen: Citizen, tries: number): void {
    triesLeft.set(key(citizen, 'auth'), tries);
    triesLeft.set(key(citizen, 'sign'), tries);
  }
  for (const citizen of CITIZENS) setBoth(citizen, citizen.startsLocked ? 0 : MAX_TRIES);

  function left(citizen: Citizen, kind: SessionKind): number {
    return triesLeft.get(key(citizen, kind)) ?? 0;
  }

  return {
    enter(citizen, kind, pin) {
      const before = left(citizen, kind);
      if (before === 0) return { kind: 'locked' };
      const right = pin === (kind === 'auth' ? citizen.pin1 : citizen.pin2);
      const after = right ? MAX_TRIES : before - 1;
      triesLeft.set(key(citizen, kind), after);
      if (right) return { kind: 'right' };
      return after === 0 ? { kind: 'locked' } : { kind: 'wrong', triesLeft: after };
    },
    isLocked: (citizen, kind) => left(citizen, kind) === 0,
    reset: (citizen) => setBoth(citizen, MAX_TRIES),
  };
}
