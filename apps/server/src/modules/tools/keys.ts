import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type ApiKeyRow, revokeApiKey } from '../../kernel/security/api-key-store.ts';
import { type ApiKey, type KeyFacts, limitsOfKey, makeApiKey } from '../../kernel/security/api-keys.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { ToolCaller } from './tool.ts';

export const callerOfKey = ({ id, name, scopes }: ApiKey): ToolCaller => ({
  kind: 'key',
  subject: `key:${id}`,
  label: `key:${name}`,
  userId: null,
  ...(scopes === undefined ? {} : { scopes }),
});

/** `by` is null on the command line. */
export async function makeToolKey(
  tx: WriteTx,
  keyring: Keyring,
  facts: KeyFacts,
  by: string | null,
): Promise<{ row: ApiKeyRow; secret: string }> {
  const made = await makeApiKey(tx, keyring, { ...facts, by });
  tx.audit(events.keyCreated, {
    target: made.row.id,
    metadata: {
      name: made.row.name,
      caller: callerName(by),
      surfaces: made.row.surfaces,
      ...limitsOfKey(made.row),
    },
  });
  return made;
}

export async function withdrawToolKey(tx: WriteTx, id: string, by: string | null): Promise<ApiKeyRow> {
  if (id.startsWith('env-')) fail(errors.environment_tool_key);
  const row = (await revokeApiKey(tx, id, tx.now)) ?? fail(kernelErrors.not_found);
  tx.audit(events.keyRevoked, { target: id, metadata: { name: row.name, caller: callerName(by) } });
  return row;
}

const callerName = (by: string | null) => (by === null ? 'command line' : 'administrator');
