import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { membersChanged } from './membership.ts';
import {
  endProof,
  findAppointer,
  findNamed,
  findNamedUntil,
  findOrgByRegNo,
  listNamed,
  listRoles,
  listToCheck,
  lockByRegNo,
  type NamedRow,
  refreshNamed,
  writeConfirmed,
  writeNameLatin,
} from './naming-store.ts';
import { type Ender, notifyRepresentationEnded } from './notices.ts';
import { canonicalRegNo } from './organisations.ts';
import type { AskRegister, NamedRepresentative } from './register-port.ts';
import { type Confirmed, confirmRepresentation } from './representation.ts';
import { tellSigners } from './signer-notices.ts';

export interface NamingDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  askRegister: AskRegister;
  /** How old an answer of the register may be before it is asked again. */
  checkEveryMs: number;
  /** How long an answer counts while the register cannot be asked. */
  maxAgeMs: number;
}

/** A page asks several rows at once; while somebody acts, the register is asked at most this often. */
const freshMs = 60_000;
const perRun = 200;
/** In a row; then the provider is away, and the next run asks again. */
const mostFailures = 3;

/** Reading counts on an answer of the last minute; a change asks now. */
export type AnswerAge = 'now' | 'minute';

/** Whom the register names for an organisation today; undefined where that cannot be confirmed now. */
export interface Naming {
  isNamed(orgId: string, userId: string, age: AnswerAge): Promise<boolean | undefined>;
  /** The same about the person who appointed somebody: while the register is away, its last answer counts for a while. */
  isAppointerNamed(orgId: string, userId: string, age: AnswerAge): Promise<boolean | undefined>;
  /** Before a change by a manager: asks about them and who appointed them; fails while the register is away. */
  refresh(orgId: string, userId: string): Promise<void>;
  /** Asks about every named member now. */
  recheck(orgId: string): Promise<void>;
  recheckNumber(regNo: string): Promise<void>;
  /** The register has just named this person; false when that was known. */
  confirm(tx: WriteTx, confirmed: Confirmed): Promise<boolean>;
  /** The person gave the representation up at the provider. */
  end(tx: WriteTx, regNo: string, userId: string): Promise<void>;
  job: Job;
}

export function createNaming(deps: NamingDeps): Naming {
  const { database, now, maxAgeMs } = deps;
  const db = database.reader(systemIdentity);
  const asked = new Map<string, Promise<boolean | undefined>>();

  const settle = (row: NamedRow, named: NamedRepresentative | null): Promise<void> =>
    unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now: now() },
      {
        what: 'organisations.check_representatives',
        events: [events.representationEnded],
        auditRequired: () => false,
      },
      async (tx) => {
        if (named === null)
          return endRepresentation(tx, row.org_id, { userId: row.user_id, by: 'register', maxAgeMs });
        await writeConfirmed(tx, { orgId: row.org_id, userId: row.user_id, now: tx.now });
        await writeNameLatin(tx, row.org_id, named.nameLatin);
        await refreshNamed(tx, row.org_id, maxAgeMs);
      },
    );

  /** Calls of the same moment share one question. */
  const check = (row: NamedRow): Promise<boolean | undefined> => {
    const key = `${row.org_id} ${row.user_id}`;
    const running = asked.get(key);
    if (running !== undefined) return running;
    const question = (async () => {
      const answer = await deps.askRegister(row.user_id, row.reg_no);
      if (answer === undefined) return undefined;
      await settle(row, answer);
      return answer !== null;
    })().finally(() => asked.delete(key));
    asked.set(key, question);
    return question;
  };

  const isFresh = ({ checked_at: at }: NamedRow): boolean =>
    at !== null && new Date(at).getTime() > now().getTime() - freshMs;

  const naming: Naming = {
    isNamed: async (orgId, userId, age) => {
      const row = await findNamed(db, orgId, userId);
      if (row === undefined) return false;
      return age === 'minute' && isFresh(row) ? true : check(row);
    },
    isAppointerNamed: async (orgId, userId, age) => {
      const answer = await naming.isNamed(orgId, userId, age);
      if (answer !== undefined) return answer;
      const until = await findNamedUntil(db, orgId);
      return until !== undefined && until > now() ? true : undefined;
    },
    refresh: async (orgId, userId) => {
      if ((await naming.isNamed(orgId, userId, 'now')) === undefined) fail(errors.representation_unconfirmed);
      const appointer = await findAppointer(db, orgId, userId);
      if (appointer !== undefined) await naming.isNamed(orgId, appointer, 'now');
    },
    recheck: async (orgId) => {
      for (const row of await listNamed(db, orgId)) await check(row);
    },
    recheckNumber: async (regNo) => {
      const org = await findOrgByRegNo(db, canonicalRegNo(regNo));
      if (org !== undefined) await naming.recheck(org.id);
    },
    confirm: (tx, confirmed) => confirmRepresentation(tx, confirmed, maxAgeMs),
    end: async (tx, regNo, userId) => {
      const found = await lockByRegNo(tx, canonicalRegNo(regNo));
      if (found !== undefined) await endRepresentation(tx, found.id, { userId, by: 'person', maxAgeMs });
    },
    job: {
      name: 'organisations.check_representatives',
      about:
        'Asks the eID provider and the state registry whether people still represent their organisations, and ends the rights of others',
      schedule: '*/5 * * * *',
      run: async (_data, { log }) => {
        let failed = 0;
        const before = new Date(now().getTime() - deps.checkEveryMs);
        for (const row of await listToCheck(db, before, perRun)) {
          const answer = await check(row);
          if (answer === undefined) log.warn({ organisation: row.org_id }, 'representation unknown');
          failed = answer === undefined ? failed + 1 : 0;
          if (failed === mostFailures) return;
        }
      },
    },
  };
  return naming;
}

/** What the person gave to others ends in the database with the proof, and stays ended. */
async function endRepresentation(
  tx: WriteTx,
  orgId: string,
  { userId, by, maxAgeMs }: { userId: string; by: Ender; maxAgeMs: number },
): Promise<void> {
  const before = await listRoles(tx, orgId);
  if (!(await endProof(tx, orgId, userId))) return;
  const left = await refreshNamed(tx, orgId, maxAgeMs);
  const appointed = before.filter(({ appointed_by: appointer, proven }) => appointer === userId && !proven);
  tx.audit(events.representationEnded, { target: orgId, metadata: { user_id: userId, named_left: left } });
  await notifyRepresentationEnded(tx, orgId, {
    userId,
    by,
    isNobodyLeft: left === 0,
    appointed: appointed.map((member) => member.user_id),
  });
  for (const { user_id: id, proven } of before)
    if (proven && id !== userId) tellSigners(tx, { orgId, userId: id });
  tx.publish(membersChanged, { org_id: orgId });
}
