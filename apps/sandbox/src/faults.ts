export const FAULT_KINDS = [
  'delay',
  'error',
  'drop',
  'bad_signature',
  'wrong_person',
  'low_level',
  'ocsp_down',
  'registry_down',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The calls a relying party makes, as far as a fault can aim at them. */
export type Operation = 'start' | 'poll' | 'other';
export type FaultTarget = 'start' | 'poll' | 'any';

export interface Fault {
  kind: FaultKind;
  count: number;
  on: FaultTarget;
  /** How long `delay` holds a call. */
  ms: number;
  /** What `error` answers. */
  status: number;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  list(): Fault[];
  /** Uses one up and answers it, or answers null when none of that kind waits for this operation. */
  take(kind: FaultKind, operation?: Operation): Fault | null;
  /** Waits, but no longer than until `release`. */
  pause(ms: number): Promise<void>;
  release(): void;
}

export function createFaults(): Faults {
  const active: Fault[] = [];
  const paused = new Set<() => void>();
  let released = false;

  return {
    add: (fault) => void active.push({ ...fault }),
    clear: () => void active.splice(0),
    list: () => active.map((fault) => ({ ...fault })),

    take(kind, operation = 'other') {
      const index = active.findIndex(
        (fault) => fault.kind === kind && (fault.on === 'any' || fault.on === operation),
      );
      const fault = active[index];
      if (!fault) return null;
      fault.count -= 1;
      if (fault.count === 0) active.splice(index, 1);
      return { ...fault };
    },

    pause(ms) {
      if (released) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          paused.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        paused.add(wake);
      });
    },

    release() {
      released = true;
      for (const wake of [...paused]) wake();
    },
  };
}
