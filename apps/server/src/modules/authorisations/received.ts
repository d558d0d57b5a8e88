import type { Reader } from '../../kernel/db/database.ts';
import type { Purpose } from './schemas.ts';
import { readStatement } from './statement.ts';
import { listHolding } from './store.ts';

/** A right to act for another, at this moment. */
export interface ReceivedAuthorisation {
  id: string;
  grantor:
    | { kind: 'person'; userId: string; name: string }
    | { kind: 'organisation'; organisationId: string; userId: string; name: string };
  purposes: readonly Purpose[];
  /** Null for every service. */
  serviceIds: readonly string[] | null;
  until: Date;
}

/** Only those that hold now; read at each use, so that an ended one is refused at once. */
export async function listReceived(
  db: Reader,
  userId: string,
  now: Date,
): Promise<readonly ReceivedAuthorisation[]> {
  return (await listHolding(db, userId, now)).map((row) => {
    const { grantor, purposes, services } = readStatement(row.canonical);
    const { organisation_id: organisationId } = row;
    return {
      id: row.id,
      grantor:
        organisationId === null
          ? { kind: 'person', userId: row.grantor_id, name: grantor.name }
          : { kind: 'organisation', organisationId, userId: row.grantor_id, name: grantor.name },
      purposes,
      serviceIds: services === 'all' ? null : services.map(({ id }) => id),
      until: new Date(row.valid_until),
    };
  });
}
