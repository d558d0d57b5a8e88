import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../kernel/db/row-shape.ts';
import type { Provider } from './provider-port.ts';

const all = columnsOf(
  'integrations',
  'id user_id provider status sealed_tokens expires_at generation connected_at',
);
export type IntegrationRow = RowOf<typeof all>;

const ofUser = statement(
  'integrations.of_user',
  all,
  (p: { userId: string }) => sql`
    select id, user_id, provider, status, sealed_tokens, expires_at, generation, connected_at from integrations
    where user_id = ${p.userId} order by provider`,
);
export const listIntegrations = (db: Reader | Tx, userId: string): Promise<IntegrationRow[]> =>
  db.run(ofUser({ userId }));

const ofProvider = statement(
  'integrations.of_provider',
  all,
  (p: { userId: string; provider: Provider }) => sql`
    select id, user_id, provider, status, sealed_tokens, expires_at, generation, connected_at from integrations
    where user_id = ${p.userId} and provider = ${p.provider}`,
);
export const findIntegration = (
  db: Reader | Tx,
  userId: string,
  provider: Provider,
): Promise<IntegrationRow | undefined> => db.first(ofProvider({ userId, provider }));

interface NewIntegration {
  id: string;
  userId: string;
  provider: Provider;
  sealedTokens: string;
  expiresAt: Date | null;
  now: Date;
}

const put = statement(
  'integrations.put',
  all,
  (p: NewIntegration) => sql`
    insert into integrations (id, user_id, provider, sealed_tokens, expires_at, connected_at)
    values (${p.id}, ${p.userId}, ${p.provider}, ${p.sealedTokens}, ${p.expiresAt}, ${p.now})
    on conflict (user_id, provider) do update set
      sealed_tokens = excluded.sealed_tokens, expires_at = excluded.expires_at,
      connected_at = excluded.connected_at, status = 'connected', renewing_until = null,
      generation = integrations.generation + 1
    returning id, user_id, provider, status, sealed_tokens, expires_at, generation, connected_at`,
);
export const putIntegration = async (tx: Tx, row: NewIntegration): Promise<IntegrationRow> => {
  const kept = await tx.first(put(row));
  if (kept === undefined) throw new Error('an upsert returned no row');
  return kept;
};

const remove = statement(
  'integrations.remove',
  all,
  (p: { userId: string; provider: Provider }) => sql`
    delete from integrations where user_id = ${p.userId} and provider = ${p.provider}
    returning id, user_id, provider, status, sealed_tokens, expires_at, generation, connected_at`,
);
export const removeIntegration = (
  tx: Tx,
  userId: string,
  provider: Provider,
): Promise<IntegrationRow | undefined> => tx.first(remove({ userId, provider }));

const leaseRenewal = statement(
  'integrations.claim_renewal',
  columnsOf('integrations', 'id'),
  (p: { id: string; generation: number; now: Date; until: Date }) => sql`
    update integrations set renewing_until = ${p.until}
    where id = ${p.id} and generation = ${p.generation} and status = 'connected'
      and (renewing_until is null or renewing_until <= ${p.now})
    returning id`,
  { plan: 'each call' },
);
/** True for the one caller that may use the refresh token; an abandoned lease expires. */
export async function claimRenewal(
  db: Reader,
  row: IntegrationRow,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  return (await db.first(leaseRenewal({ id: row.id, generation: row.generation, now, until }))) !== undefined;
}

const setRenewed = statement(
  'integrations.write_renewed',
  columnsOf('integrations', 'id'),
  (p: { id: string; generation: number; renewed: string; expiresAt: Date | null }) => sql`
    update integrations set sealed_tokens = ${p.renewed}, expires_at = ${p.expiresAt}, renewing_until = null,
      generation = generation + 1
    where id = ${p.id} and generation = ${p.generation}
    returning id`,
);
/** Replaces only the renewed tokens; false when the person connected again or disconnected meanwhile. */
export async function writeRenewed(
  db: Reader,
  row: IntegrationRow,
  renewed: { sealed: string; expiresAt: Date | null },
): Promise<boolean> {
  const { id, generation } = row;
  const given = { id, generation, renewed: renewed.sealed, expiresAt: renewed.expiresAt };
  return (await db.first(setRenewed(given))) !== undefined;
}

const endRenewal = statement(
  'integrations.release_renewal',
  (p: { id: string; generation: number }) => sql`
    update integrations set renewing_until = null where id = ${p.id} and generation = ${p.generation}`,
);
export const releaseRenewal = (db: Reader, row: IntegrationRow): Promise<unknown> =>
  db.run(endRenewal({ id: row.id, generation: row.generation }));

const setEnded = statement(
  'integrations.end_grant',
  columnsOf('integrations', 'id'),
  (p: { id: string; generation: number }) => sql`
    update integrations set status = 'reconnect', renewing_until = null
    where id = ${p.id} and generation = ${p.generation} and status = 'connected'
    returning id`,
);
/** False when the tokens are no longer the refused ones. */
export const markEnded = async (tx: Tx, row: IntegrationRow): Promise<boolean> =>
  (await tx.first(setEnded({ id: row.id, generation: row.generation }))) !== undefined;

export interface NewFlow {
  stateHash: string;
  bindingHash: string;
  userId: string;
  provider: Provider;
  sealed: string;
  expiresAt: Date;
}

const addFlow = statement('integration_flows.insert', (p: NewFlow) =>
  sqlFor.insertInto('integration_flows').values({
    state_hash: p.stateHash,
    binding_hash: p.bindingHash,
    user_id: p.userId,
    provider: p.provider,
    sealed: p.sealed,
    expires_at: p.expiresAt,
  }),
);
export const insertFlow = (tx: Tx, flow: NewFlow): Promise<number> => tx.change(addFlow(flow));

const removeFlow = statement(
  'integration_flows.take',
  columnsOf('integration_flows', 'sealed'),
  (p: Omit<NewFlow, 'sealed' | 'expiresAt'> & { now: Date }) => sql`
    delete from integration_flows
    where state_hash = ${p.stateHash} and binding_hash = ${p.bindingHash} and user_id = ${p.userId}
      and provider = ${p.provider} and expires_at > ${p.now}
    returning sealed`,
);
/** Of two calls with one state, one gets the flow; another person's, browser's or provider's is left alone. */
export const takeFlow = (
  db: Reader,
  key: Omit<NewFlow, 'sealed' | 'expiresAt'> & { now: Date },
): Promise<{ sealed: string } | undefined> => db.first(removeFlow(key));

const deleteStaleFlows = statement(
  'integration_flows.delete_stale',
  (p: { now: Date }) => sql`delete from integration_flows where expires_at <= ${p.now}`,
);
export const deleteStale = (tx: Tx, now: Date): Promise<unknown> => tx.run(deleteStaleFlows({ now }));
