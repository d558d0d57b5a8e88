import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, failUnknown, kernelErrors } from '../../kernel/http/errors.ts';
import { type ApiKeyRow, revokeApiKey } from '../../kernel/security/api-key-store.ts';
import {
  type ApiKey,
  type KeyFacts,
  limitsOfKey,
  makeApiKey,
  type Surface,
  surfaces,
} from '../../kernel/security/api-keys.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { isToolScope } from '../oauth-clients/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { NewKey } from './schemas.ts';

const callerName = (by: ApiKey | undefined) => by?.name ?? 'command line';

export function readKeyFacts({ surfaces: chosen, scopes, days, name }: NewKey): KeyFacts {
  if (chosen?.every(isSurface) === false) failUnknown('surfaces');
  if (scopes?.every(isToolScope) === false) failUnknown('scopes');
  return {
    name,
    ...(chosen === undefined ? {} : { surfaces: chosen.filter(isSurface) }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(days === undefined ? {} : { days }),
  };
}

const isSurface = (word: string): word is Surface => (surfaces as readonly string[]).includes(word);

/** `by` is undefined on the command line, where nobody is signed in. */
export async function makeKey(
  tx: WriteTx,
  keyring: Keyring,
  facts: KeyFacts,
  by: { key: ApiKey; administratorId: string } | undefined,
): Promise<{ row: ApiKeyRow; secret: string }> {
  const made = await makeApiKey(tx, keyring, { ...facts, by: by?.administratorId ?? null });
  tx.audit(events.keyCreated, {
    target: made.row.id,
    ...(by === undefined ? {} : { subject: by.administratorId }),
    metadata: {
      name: made.row.name,
      admin_key: callerName(by?.key),
      surfaces: made.row.surfaces,
      ...limitsOfKey(made.row),
    },
  });
  return made;
}

export async function removeKey(tx: WriteTx, id: string, by: ApiKey | undefined): Promise<void> {
  if (id.startsWith('env-')) fail(errors.environment_key);
  const gone = (await revokeApiKey(tx, id, tx.now)) ?? fail(kernelErrors.not_found);
  tx.audit(events.keyDeleted, { target: id, metadata: { name: gone.name, admin_key: callerName(by) } });
}
