import type { Logger } from 'pino';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type ErrorDefinition, fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { RequestFacts } from '../../kernel/http/row.ts';
import { isText } from '../../kernel/http/text.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  appointAdministrator,
  createTenant,
  type InstallFirstApps,
  inviteAdministrator,
  isSlug,
  isTenantName,
  isVerifiedPerson,
  listUnverified,
} from '../organisations/index.ts';
import type { Operator } from './access.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { BulkOutcome, BulkRow } from './schemas.ts';

/** A row with all required fields; a missing or mistyped one is empty, which fails every rule. */
interface Row {
  readonly name: string;
  readonly slug: string;
  readonly admin_email: string;
  readonly reason: string;
  readonly admin_user_id?: string;
}

export interface BulkDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  logger: Logger;
  /** Without a mail relay only rows that name a person can be done. */
  mailConfigured: boolean;
  installFirstApps: InstallFirstApps;
}

export interface BulkCall {
  rows: readonly BulkRow[];
  operator: Operator;
  request: RequestFacts;
}

/**
 * One transaction for each row, in sequence: a failed row does not roll back the others, and two rows with
 * one slug have an order. Only an administrator who is not verified by eID rejects the whole request, before
 * any row runs.
 */
export async function createTenants(deps: BulkDeps, db: Reader, call: BulkCall): Promise<BulkOutcome[]> {
  const rows = call.rows.map(readRow);
  await requireVerified(db, rows);
  const outcomes: BulkOutcome[] = [];
  for (const [index, row] of rows.entries()) {
    const outcome = await runRow(deps, call, row).catch((error: Error): Outcome => {
      deps.logger.error({ err: error, row: index }, 'a row of a bulk request failed unexpectedly');
      return { result: 'error', error: kernelErrors.internal };
    });
    outcomes.push(viewOutcome(index, row, outcome, call.request));
  }
  return outcomes;
}

function readRow(row: BulkRow): Row {
  const textOf = (value: BulkRow['name']) => (typeof value === 'string' && isText(value) ? value : '');
  const { admin_user_id: adminId } = row;
  return {
    name: textOf(row.name),
    slug: textOf(row.slug),
    admin_email: textOf(row.admin_email),
    reason: textOf(row.reason),
    ...(adminId === undefined || adminId === null ? {} : { admin_user_id: String(adminId) }),
  };
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A malformed id counts as not verified. */
async function requireVerified(db: Reader, rows: readonly Row[]): Promise<void> {
  const named = rows.flatMap(({ admin_user_id: id }) => (id === undefined ? [] : [id.toLowerCase()]));
  if (named.length === 0) return;
  const known = named.filter((id) => uuid.test(id));
  const unverified = new Set((await listUnverified(db, known)).map(({ id }) => id));
  const isWrong = (id: string) => !uuid.test(id) || unverified.has(id.toLowerCase());
  const wrong = rows.flatMap((row, index) =>
    row.admin_user_id !== undefined && isWrong(row.admin_user_id) ? [index] : [],
  );
  if (wrong.length > 0) fail(errors.admin_not_verified, { data: { rows: wrong } });
}

type Outcome =
  | { result: 'created'; tenantId: string; invited: boolean }
  | { result: 'exists'; tenantId: string }
  | { result: 'error'; error: ErrorDefinition };

/** Every outcome has its own transaction and audit record. */
function runRow(deps: BulkDeps, call: BulkCall, row: Row): Promise<Outcome> {
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: call.request.id, now: call.request.now },
    {
      what: 'a row of a bulk request',
      events: [events.tenantCreated, events.tenantNotCreated],
      auditRequired: () => true,
    },
    async (tx) => {
      const outcome = await decideRow(deps, tx, row);
      const about = {
        operator_id: call.operator.operatorId,
        slug: row.slug.slice(0, 200).toWellFormed(),
        reason: row.reason.slice(0, 500).toWellFormed(),
      };
      if (outcome.result === 'created')
        tx.audit(events.tenantCreated, {
          target: outcome.tenantId,
          metadata: { ...about, admin_user_id: row.admin_user_id ?? null, invited: outcome.invited },
        });
      else
        tx.audit(events.tenantNotCreated, {
          ...(outcome.result === 'exists' ? { target: outcome.tenantId } : {}),
          metadata: {
            ...about,
            result: outcome.result,
            error: outcome.result === 'error' ? outcome.error.code : null,
          },
        });
      return outcome;
    },
  );
}

async function decideRow(deps: BulkDeps, tx: WriteTx, row: Row): Promise<Outcome> {
  const problem = findProblem(deps, row);
  if (problem !== undefined) return { result: 'error', error: problem };
  const adminId = row.admin_user_id;
  // Checked again inside the transaction: the account may have been closed since the first check.
  if (adminId !== undefined && !(await isVerifiedPerson(tx, adminId)))
    return { result: 'error', error: errors.admin_not_verified };
  const { id, created } = await createTenant(tx, row);
  if (!created) return { result: 'exists', tenantId: id };
  await deps.installFirstApps(tx, { orgId: id, actorId: null });
  if (adminId !== undefined) await appointAdministrator(tx, id, adminId);
  else
    await inviteAdministrator(tx, deps.keyring, {
      orgId: id,
      organisation: row.name.trim(),
      email: row.admin_email,
    });
  return { result: 'created', tenantId: id, invited: adminId === undefined };
}

/**
 * Plain ASCII: a line break or an angle bracket could inject a command into the mail relay (SMTP injection).
 */
const address = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

function findProblem(deps: BulkDeps, row: Row): ErrorDefinition | undefined {
  if (!isTenantName(row.name)) return errors.invalid_name;
  if (!isSlug(row.slug)) return errors.invalid_slug;
  if (row.admin_email.length > 200 || !address.test(row.admin_email)) return errors.invalid_email;
  if (row.reason.trim() === '' || row.reason.length > 500) return errors.reason_required;
  if (row.admin_user_id === undefined && !deps.mailConfigured) return errors.mail_not_configured;
  return undefined;
}

function viewOutcome(index: number, row: Row, outcome: Outcome, request: RequestFacts): BulkOutcome {
  const { slug, name } = row;
  switch (outcome.result) {
    case 'created':
      return { index, slug, name, result: 'created', tenant_id: outcome.tenantId, invited: outcome.invited };
    case 'exists':
      return { index, slug, name, result: 'exists', tenant_id: outcome.tenantId };
    case 'error': {
      const { code } = outcome.error;
      return { index, slug, name, result: 'error', error: code, message: outcome.error[request.language] };
    }
  }
}
