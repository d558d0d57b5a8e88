import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';
import type { Level } from './pades/level.ts';
import type { PreparedState } from './pades/prepare.ts';

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'sign_sessions.prepared': PreparedState | null;
  }
}

const sessionRow = columnsOf(
  'sign_sessions',
  'id user_id kind purpose state reason filename digest verification_code on_behalf_of on_behalf_of_name child_party signer_name sealed sealed_expires_at prepared prepared_file signature certificate signed_file level shortfall request_id party_id created_at completed_at expires_at',
);
export type SessionRow = RowOf<typeof sessionRow>;
const columns = selectionOf(sessionRow);

export interface NewSession {
  id: string;
  userId: string;
  kind: SessionRow['kind'];
  purpose: SessionRow['purpose'];
  filename: string;
  digest: string;
  sourceSha256: string;
  verificationCode: string;
  onBehalfOf: string;
  onBehalfOfName: string;
  /** The party of a child for whom a parent signs. */
  childParty: string | null;
  signerName: string;
  sealed: string;
  sealedExpiresAt: Date;
  prepared: string | null;
  preparedFile: string | null;
  /** Of a request to sign together. */
  requestId: string | null;
  partyId: string | null;
  now: Date;
  expiresAt: Date;
}
const insert = statement(
  'sign.sessions.insert',
  (p: NewSession) => sql`
    insert into sign_sessions (id, user_id, kind, purpose, filename, digest, source_sha256, verification_code, on_behalf_of,
      on_behalf_of_name, child_party, signer_name, sealed, sealed_expires_at, prepared, prepared_file, request_id, party_id,
      created_at, expires_at)
    values (${p.id}, ${p.userId}, ${p.kind}, ${p.purpose}, ${p.filename}, ${p.digest}, ${p.sourceSha256}, ${p.verificationCode},
      ${p.onBehalfOf}, ${p.onBehalfOfName}, ${p.childParty}, ${p.signerName}, ${p.sealed}, ${p.sealedExpiresAt}, ${p.prepared},
      ${p.preparedFile}, ${p.requestId}, ${p.partyId}, ${p.now}, ${p.expiresAt})`,
);
export const insertSession = (tx: Tx, session: NewSession): Promise<number> => tx.change(insert(session));

const supersede = statement(
  'sign.sessions.supersede',
  { id: column('sign_sessions', 'id'), prepared_file: column('sign_sessions', 'prepared_file') },
  (p: { userId: string; sourceSha256: string }) => sql`
    update sign_sessions set state = 'expired', reason = 'started_again', sealed = null
    where user_id = ${p.userId} and source_sha256 = ${p.sourceSha256} and source_sha256 <> '' and state = 'running'
      and signature is null
    returning id, prepared_file`,
);
/** A person who begins again with the same document has lost sight of the first signing. */
export const supersedeSessions = (tx: Tx, userId: string, sourceSha256: string) =>
  tx.run(supersede({ userId, sourceSha256 }));

const own = statement(
  'sign.sessions.own',
  sessionRow,
  (p: { id: string; userId: string }) => sql`
    select ${columns} from sign_sessions where id = ${p.id} and user_id = ${p.userId}`,
);
export const findOwnSession = (
  db: Reader | Tx,
  id: string,
  userId: string,
): Promise<SessionRow | undefined> => db.first(own({ id, userId }));

const end = statement(
  'sign.sessions.end',
  sessionRow,
  (p: { id: string; state: 'failed' | 'expired' | 'rejected'; reason: string }) => sql`
    update sign_sessions set state = ${p.state}, reason = ${p.reason}, sealed = null
    where id = ${p.id} and state = 'running' and signature is null returning ${columns}`,
);
/** Undefined when it ended otherwise meanwhile. */
export const endSession = (
  tx: Tx,
  given: { id: string; state: 'failed' | 'expired' | 'rejected'; reason: string },
): Promise<SessionRow | undefined> => tx.first(end(given));

const sign = statement(
  'sign.sessions.sign',
  sessionRow,
  (p: { id: string; signature: string; certificate: string }) => sql`
    update sign_sessions set signature = ${p.signature}, certificate = ${p.certificate}, sealed = null
    where id = ${p.id} and state = 'running' and signature is null returning ${columns}`,
);
/** The signature of the phone, before anything is made of it: it cannot be asked for twice. */
export const keepSignature = (
  tx: Tx,
  given: { id: string; signature: string; certificate: string },
): Promise<SessionRow | undefined> => tx.first(sign(given));

const complete = statement(
  'sign.sessions.complete',
  sessionRow,
  (p: {
    id: string;
    signedFile: string | null;
    level: Level | null;
    shortfall: string;
    now: Date;
    expiresAt: Date;
  }) => sql`
    update sign_sessions set state = 'completed', signed_file = ${p.signedFile}, level = ${p.level},
      shortfall = ${p.shortfall}, completed_at = ${p.now}, expires_at = ${p.expiresAt}, prepared_file = null
    where id = ${p.id} and state = 'running' and signature is not null returning ${columns}`,
);
export const completeSession = (
  tx: Tx,
  given: Parameters<typeof complete>[0],
): Promise<SessionRow | undefined> => tx.first(complete(given));

const fail = statement(
  'sign.sessions.fail',
  sessionRow,
  (p: { id: string; reason: string }) => sql`
    update sign_sessions set state = 'failed', reason = ${p.reason}
    where id = ${p.id} and state = 'running' returning ${columns}`,
);
export const failSession = (tx: Tx, id: string, reason: string): Promise<SessionRow | undefined> =>
  tx.first(fail({ id, reason }));

const unfinished = statement(
  'sign.sessions.unfinished',
  sessionRow,
  (p: { before: Date; limit: number }) => sql`
    select ${columns} from sign_sessions
    where state = 'running' and signature is not null and created_at < ${p.before}
    order by created_at limit ${p.limit}`,
);
export const listUnfinished = (db: Reader, before: Date, limit: number): Promise<SessionRow[]> =>
  db.run(unfinished({ before, limit }));

const ringing = statement(
  'sign.sessions.ringing',
  sessionRow,
  (p: { limit: number }) => sql`
    select ${columns} from sign_sessions
    where state = 'running' and signature is null and request_id is not null order by created_at limit ${p.limit}`,
);
/** Signings of requests whose phone has not answered yet. */
export const listRinging = (db: Reader, limit: number): Promise<SessionRow[]> => db.run(ringing({ limit }));

const byId = statement(
  'sign.sessions.by_id',
  sessionRow,
  (p: { id: string }) => sql`select ${columns} from sign_sessions where id = ${p.id}`,
);
/** Of anybody: runs as system. */
export const findSession = (db: Reader | Tx, id: string): Promise<SessionRow | undefined> =>
  db.first(byId({ id }));

const expire = statement(
  'sign.sessions.expire',
  columnsOf('sign_sessions', 'id prepared_file signed_file'),
  (p: { now: Date; limit: number }) => sql`
    delete from sign_sessions where id in (
      select id from sign_sessions where expires_at <= ${p.now} and not (state = 'running' and signature is not null)
      order by expires_at limit ${p.limit} for update skip locked)
    returning id, prepared_file, signed_file`,
);
/** A signature that waits for its document is never dropped. */
export const dropExpired = (tx: Tx, now: Date, limit: number) => tx.run(expire({ now, limit }));

const release = statement(
  'sign.sessions.release',
  columnsOf('sign_sessions', 'id'),
  (p: { id: string; userId: string }) => sql`
    update sign_sessions set signed_file = null where id = ${p.id} and user_id = ${p.userId} and signed_file is not null
    returning id`,
);
/** The file belongs to a kept document from now on. */
export const releaseFile = async (tx: Tx, id: string, userId: string): Promise<boolean> =>
  (await tx.first(release({ id, userId }))) !== undefined;
