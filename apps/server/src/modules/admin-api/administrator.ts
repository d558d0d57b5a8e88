import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { type Gate, roleIds } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { Refused, type RequestFacts, refused } from '../../kernel/http/row.ts';
import { askForFreshProof, superadminErrors, superadminEvents } from '../superadmin/index.ts';

export const administratorHeader = 'x-administrator-token';
export const administratorWhen = `proven by the session of an administrator in ${administratorHeader}`;

/**
 * A program has no second factor, and a stolen key must not make further keys: the access token of an administrator
 * who proved their identity within the last minutes comes with the key.
 */
export async function findAdministrator(
  gate: Pick<Gate, 'authenticate'>,
  tx: WriteTx,
  request: RequestFacts,
): Promise<{ id: string } | Refused> {
  const token = request.header(administratorHeader);
  if (token === undefined) {
    tx.audit(superadminEvents.stepUpAsked);
    return refused(superadminErrors.step_up_required);
  }
  const actor = await gate.authenticate(`Bearer ${token}`);
  if (actor.roleId > roleIds.admin) fail(kernelErrors.forbidden, { detail: 'is not admin' });
  return (await askForFreshProof(tx, actor)) ?? { id: actor.userId };
}

/** Undefined when the proof is there. */
export async function askAdministrator(
  gate: Pick<Gate, 'authenticate'>,
  tx: WriteTx,
  request: RequestFacts,
): Promise<Refused | undefined> {
  const found = await findAdministrator(gate, tx, request);
  return found instanceof Refused ? found : undefined;
}
