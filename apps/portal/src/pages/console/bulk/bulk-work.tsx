import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import type { BulkRow } from './rows.ts';

/** The operator's prepared rows. They outlive an ended session, and only the same operator sees them again. */
export interface BulkWork {
  operatorId: string;
  text: string;
  reason: string;
  /** Null until the text has been parsed. */
  rows: BulkRow[] | null;
  unusedColumns: string[];
  progress: { done: number; total: number } | null;
  failure: unknown;
}

export type ChangeWork = (change: (work: BulkWork) => Partial<BulkWork>) => void;

function startWork(operatorId: string): BulkWork {
  return { operatorId, text: '', reason: '', rows: null, unusedColumns: [], progress: null, failure: null };
}

interface Held {
  work: BulkWork | null;
  setWork(next: (work: BulkWork | null) => BulkWork): void;
}

const WorkContext = createContext<Held | null>(null);

/** Above the sign-in, so that an ended session does not lose the rows. */
export function BulkWorkProvider({ children }: { children: ReactNode }) {
  const [work, setWork] = useState<BulkWork | null>(null);
  const held = useMemo<Held>(() => ({ work, setWork }), [work]);
  return <WorkContext value={held}>{children}</WorkContext>;
}

export function useBulkWork(operatorId: string): { work: BulkWork; change: ChangeWork; restart(): void } {
  const held = use(WorkContext);
  if (!held) throw new Error('useBulkWork needs a BulkWorkProvider above it');
  const { work, setWork } = held;
  const own = (known: BulkWork | null) => (known?.operatorId === operatorId ? known : startWork(operatorId));
  return {
    work: own(work),
    change: (change) =>
      setWork((before) => {
        const known = own(before);
        return { ...known, ...change(known) };
      }),
    restart: () => setWork(() => startWork(operatorId)),
  };
}
