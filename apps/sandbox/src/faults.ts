export const FAULT_KINDS = [
  'delay',
  'error',
  'drop',
  'bad_signature',
  'wrong_person',
  'low_level',
  'ocsp_down',
  'ocsp_late',
  'ocsp_stale',
  'ocsp_wrong_certificate',
  'ocsp_foreign',
  'crl_down',
  'crl_late',
  'crl_stale',
  'crl_foreign',
  'tsa_down',
  'tsa_late',
  'tsa_refused',
  'tsa_wrong_imprint',
  'tsa_wrong_nonce',
  'tsa_wrong_certificate',
  'tsa_foreign',
  'tsa_stale',
  'registry_down',
  'companies_down',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The calls of a relying party that a fault can target. */
export type Operation = 'start' | 'poll' | 'other';
export type FaultTarget = 'start' | 'poll' | 'any';

export interface Fault {
  kind: FaultKind;
  count: number;
  on: FaultTarget;
  /** The duration of `delay` and of the kinds that end in `_late`. */
  ms: number;
  /** The status of `error`. */
  status: number;
}

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  list(): Fault[];
  /** Consumes one fault and returns it, or null if none of that kind waits for this operation. */
  take(kind: FaultKind, operation?: Operation): Fault | null;
  /** Waits, but at most until `release`. */
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
