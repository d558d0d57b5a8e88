import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import type { Refused } from '../../kernel/http/row.ts';
import { askForFreshProof } from '../superadmin/index.ts';
import { cibaGrant } from './grant-types.ts';
import { changedFacts } from './registry.ts';
import type { ClientFacts } from './store.ts';

type Powers = Pick<ClientFacts, 'options' | 'grant_types'>;

/** Learns register numbers, rings phones, or acts for people who trusted another application. */
export const isSensitive = ({ options, grant_types }: Powers): boolean =>
  options.national_id === true || grant_types.includes(cibaGrant) || (options.exchange_from ?? []).length > 0;

/** Changes that give neither the application nor a thief more than before. */
const harmless: readonly (keyof ClientFacts)[] = [
  'name',
  'tags',
  'limit_per_minute',
  'limit_burst',
  'daily_quota',
];

/** Every other change of a sensitive application could send its answers to somebody else. */
export function changesSensitive(current: ClientFacts, facts: ClientFacts): boolean {
  if (!isSensitive(facts)) return false;
  if (!isSensitive(current)) return true;
  return changedFacts(current, facts).some(
    (field) => !harmless.includes(field) && (field !== 'enabled' || facts.enabled),
  );
}

export const sensitiveWhen = 'the application gets register numbers, CIBA or exchanged tokens';

export const askForSensitive = async (
  tx: WriteTx,
  actor: Actor,
  client: Powers,
): Promise<Refused | undefined> => (isSensitive(client) ? askForFreshProof(tx, actor) : undefined);
