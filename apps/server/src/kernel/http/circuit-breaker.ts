const FAILURES_TO_OPEN = 5;
const OPEN_MS = 10_000;

/** What one call tells the breaker when it is over; exactly one of the three is called. */
export interface Permit {
  succeeded(): void;
  failed(): void;
  /** The call ended without telling anything about the other side. */
  undecided(): void;
}

export interface CircuitBreaker {
  /** Undefined while calls must fail at once; after the pause one trial is let through. */
  admit(): Permit | undefined;
  /** For calls that are never held back but whose outcome counts. */
  observe(): Permit;
}

/** After five failures in a row the other side is left alone for ten seconds, then tried with one call. */
export function createCircuitBreaker(now: () => Date): CircuitBreaker {
  let failures = 0;
  let openUntilMs = 0;
  let trialUnderWay = false;

  const open = () => {
    openUntilMs = now().getTime() + OPEN_MS;
  };
  const permit = (isTrial: boolean): Permit => {
    const endTrial = () => {
      if (isTrial) trialUnderWay = false;
    };
    return {
      succeeded() {
        failures = 0;
        endTrial();
      },
      failed() {
        endTrial();
        if (isTrial) return open();
        // Only the failure that opens it sets the pause: thousands of polls failing meanwhile must not
        // push the trial ever further away.
        if (failures >= FAILURES_TO_OPEN) return;
        failures += 1;
        if (failures === FAILURES_TO_OPEN) open();
      },
      undecided: endTrial,
    };
  };

  return {
    admit() {
      if (failures < FAILURES_TO_OPEN) return permit(false);
      if (trialUnderWay || now().getTime() < openUntilMs) return undefined;
      trialUnderWay = true;
      return permit(true);
    },
    observe: () => permit(false),
  };
}
