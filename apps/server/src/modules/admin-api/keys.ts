import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type ApiKeyRow, revokeApiKey } from '../../kernel/security/api-key-store.ts';
import { type ApiKey, type KeyFacts, limitsOfKey, makeApiKey } from '../../kernel/security/api-keys.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';

const callerName = (by: ApiKey | undefined) => by?.name ?? 'command line';

export async function makeKey(
  tx: WriteTx,
  keyring: Keyring,
  facts: KeyFacts,
  by: ApiKey | undefined,
): Promise<{ row: ApiKeyRow; secret: string }> {
  const made = await makeApiKey(tx, keyring, { ...facts, by: null });
  tx.audit(events.keyCreated, {
    target: made.row.id,
    metadata: { name: made.row.name, admin_key: callerName(by), ...limitsOfKey(made.row) },
  });
  return made;
}

export async function removeKey(tx: WriteTx, id: string, by: ApiKey | undefined): Promise<void> {
  if (id.startsWith('env-')) fail(errors.environment_key);
  const gone = (await revokeApiKey(tx, id, tx.now)) ?? fail(kernelErrors.not_found);
  tx.audit(events.keyDeleted, { target: id, metadata: { name: gone.name, admin_key: callerName(by) } });
}
