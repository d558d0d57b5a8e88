const FAILURES_TO_OPEN = 5;
const OPEN_MS = 10_000;

/** Reports the outcome of one call; the caller uses exactly one of the three. */
export interface Permit {
  succeeded(): void;
  failed(): void;
  /** The call ended without evidence about the other side. */
  undecided(): void;
}

export interface CircuitBreaker {
  /** Undefined while the breaker is open; after the pause it admits one trial. */
  admit(): Permit | undefined;
  /** For calls that are never blocked but whose outcome counts. */
  observe(): Permit;
}

/** Opens after five consecutive failures for ten seconds, then admits one trial. */
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
        // Only the failure that opens the breaker starts the pause: thousands of polls that fail meanwhile
        // must not delay the trial.
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
