import type { Reader } from '../../kernel/db/database.ts';

/** An authorisation that a person holds now. */
export interface ReceivedAuthorisation {
  id: string;
  grantor:
    | { kind: 'person'; userId: string; name: string }
    /** `userId`: the representative who signed it. */
    | { kind: 'organisation'; organisationId: string; userId: string; name: string };
  purposes: readonly ('apply' | 'pay' | 'book')[];
  /** Null: any service. */
  serviceIds: readonly string[] | null;
  until: Date;
}

export interface AuthorisationSource {
  listReceived(db: Reader, userId: string, now: Date): Promise<readonly ReceivedAuthorisation[]>;
}
