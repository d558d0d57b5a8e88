import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail } from '../../kernel/http/errors.ts';
import type { Refused } from '../../kernel/http/row.ts';
import { askForFreshProof } from '../superadmin/index.ts';
import { errors } from './errors.ts';
import { specialGrantsOf } from './grant-types.ts';
import { isPlatformScope } from './platform-surfaces.ts';
import { changedFacts } from './registry.ts';
import { type ClientFacts, type ClientRow, lockUpstreamIds } from './store.ts';
import { isToolScope } from './tool-scopes.ts';

type Powers = Pick<ClientFacts, 'options' | 'grant_types' | 'scopes'> &
  Partial<Pick<ClientRow, 'service_scopes'>>;

/** Holds a power that only an administrator gives. */
export const isSensitive = ({ options, grant_types, scopes, service_scopes = [] }: Powers): boolean =>
  options.national_id === true ||
  options.tools !== undefined ||
  (options.exchange_from ?? []).length > 0 ||
  specialGrantsOf(grant_types).length > 0 ||
  scopes.some(isToolScope) ||
  service_scopes.some(isPlatformScope);

/** Changes that give neither the application nor a thief more than before. */
const harmless: readonly (keyof ClientFacts)[] = ['tags', 'limit_per_minute', 'limit_burst', 'daily_quota'];

/**
 * What the application holds decides, and not only what is being set: any other change of a sensitive application
 * could send its answers to somebody else, or show people another sender.
 */
export function changesSensitive(current: ClientFacts & Powers, facts: ClientFacts): boolean {
  if (!isSensitive(current)) return isSensitive(facts);
  return changedFacts(current, facts).some(
    (field) => !harmless.includes(field) && (field !== 'enabled' || facts.enabled),
  );
}

/** A service is a scope too: adding one to a sensitive application, or one of the platform, gives power. */
export async function grantsPower(
  tx: WriteTx,
  current: Powers & { service_ids: readonly string[] },
  wanted: readonly string[] = [],
): Promise<boolean> {
  const added = wanted.map((id) => id.toLowerCase()).filter((id) => !current.service_ids.includes(id));
  if (added.length === 0) return false;
  if (isSensitive(current)) return true;
  return (await lockUpstreamIds(tx, added)).some(({ scope }) => isPlatformScope(scope));
}

export const sensitiveWhen =
  'the application has or gets tools, services of the platform, register numbers, a grant beyond the code flow, or exchanged tokens';

export const isAdministrator = ({ roleKey }: Pick<Actor, 'roleKey'>): boolean =>
  roleKey === 'admin' || roleKey === 'superadmin';

/** An administrator with a fresh proof; the right to manage applications is not enough. */
export const askAdministrator = async (tx: WriteTx, actor: Actor): Promise<Refused | undefined> =>
  isAdministrator(actor) ? askForFreshProof(tx, actor) : fail(errors.administrator_required);

export const askForSensitive = async (
  tx: WriteTx,
  actor: Actor,
  client: Powers,
): Promise<Refused | undefined> => (isSensitive(client) ? askAdministrator(tx, actor) : undefined);
