import type { Text } from '../../kernel/http/language.ts';

/** The records of each state register, by type of certificate. */
export interface PersonRecords {
  residence: { address: Text; registeredOn: string };
  birth: {
    fullName: Text;
    bornOn: string;
    place: Text;
    sex: 'male' | 'female';
    father: Text | null;
    mother: Text | null;
    entryNo: string;
  };
  marriage: {
    status: 'single' | 'married' | 'divorced' | 'widowed';
    spouse: Text | null;
    registeredOn: string | null;
    entryNo: string | null;
  };
  tax: { taxpayerNo: string; overdue: number };
  social_ins: {
    insured: boolean;
    monthsPaid: number;
    /** `YYYY-MM` */
    paidUntil: string | null;
    employer: Text | null;
    years: readonly { year: number; months: number }[];
  };
  health_ins: { covered: boolean; category: Text | null; coveredUntil: string | null };
  criminal: { convictions: number };
}
export type RegisterCode = keyof PersonRecords;

export interface RegisterAnswer<K extends RegisterCode> {
  /** The register and its keeper, by the names that the register gives. */
  name: Text;
  keeper: Text;
  /** The time for which the answer is valid. */
  asOf: string;
  /** Undefined if the register has no entry for this person. */
  record: PersonRecords[K] | undefined;
}

/** The message is only for the log and never holds personal data. */
export class PersonRegisterError extends Error {
  constructor(register: string, detail: string) {
    super(`register ${register}: ${detail}`);
    this.name = 'PersonRegisterError';
  }
}

export interface PersonRegistersPort {
  /** Throws PersonRegisterError if the register is unavailable or its answer is unusable. */
  read<K extends RegisterCode>(register: K, civilId: string): Promise<RegisterAnswer<K>>;
}
