import type { Text } from '../../kernel/http/language.ts';

export interface RegisteredChild {
  civilId: string;
  name: Text;
  lastName: string;
  firstName: string;
  /** Register number; null where the register gives none. */
  nationalId: string | null;
  /** `YYYY-MM-DD` */
  bornOn: string;
}

/** The message is only for the log and never holds personal data. */
export class ChildrenRegisterError extends Error {
  constructor(detail: string) {
    super(`register of children: ${detail}`);
    this.name = 'ChildrenRegisterError';
  }
}

export interface ChildrenRegister {
  /** Throws ChildrenRegisterError if the register is unavailable or its answer is unusable. */
  childrenOf(civilId: string): Promise<readonly RegisteredChild[]>;
}
