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
  findNamedUntil,
  findOrgByRegNo,
  listNamed,
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

/** Whom the register names for an organisation today; undefined where that cannot be confirmed now. */
export interface Naming {
  isNamed(orgId: string, userId: string): Promise<boolean | undefined>;
  hasNamed(orgId: string): Promise<boolean | undefined>;
  /** Before a change by a manager: asks again where the last answer is old; fails while that cannot be done. */
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

  const isFresh = ({ checked_at: at }: NamedRow, withinMs: number): boolean =>
    at !== null && new Date(at).getTime() > now().getTime() - withinMs;

  /** One named person is enough. */
  const checkAny = async (rows: readonly NamedRow[]): Promise<boolean | undefined> => {
    let isUnknown = false;
    for (const row of rows) {
      const answer = await check(row);
      if (answer === true) return true;
      isUnknown ||= answer === undefined;
    }
    return isUnknown ? undefined : false;
  };

  const naming: Naming = {
    isNamed: async (orgId, userId) => {
      const mine = (await listNamed(db, orgId)).find((row) => row.user_id === userId);
      if (mine === undefined) return false;
      return isFresh(mine, freshMs) ? true : check(mine);
    },
    hasNamed: async (orgId) => {
      const rows = await listNamed(db, orgId);
      if (rows.some((row) => isFresh(row, freshMs))) return true;
      const answer = await checkAny(rows);
      if (answer !== undefined) return answer;
      const until = await findNamedUntil(db, orgId);
      return until !== undefined && until > now() ? true : undefined;
    },
    refresh: async (orgId, userId) => {
      const isNamed = await naming.isNamed(orgId, userId);
      if (isNamed === undefined) fail(errors.representation_unconfirmed);
      if (!isNamed) await naming.hasNamed(orgId);
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

/** Nobody acts once nobody is named; the roles of the others stay for the case that the register names somebody again. */
async function endRepresentation(
  tx: WriteTx,
  orgId: string,
  { userId, by, maxAgeMs }: { userId: string; by: Ender; maxAgeMs: number },
): Promise<void> {
  if (!(await endProof(tx, orgId, userId))) return;
  const left = await refreshNamed(tx, orgId, maxAgeMs);
  tx.audit(events.representationEnded, { target: orgId, metadata: { user_id: userId, named_left: left } });
  await notifyRepresentationEnded(tx, orgId, { userId, by, isNobodyLeft: left === 0 });
  tx.publish(membersChanged, { org_id: orgId });
}
