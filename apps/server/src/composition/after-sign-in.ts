import type { WriteTx } from '../kernel/audit/unit-of-work.ts';
import { askAfterSignIn } from '../modules/administration/index.ts';
import { tellInvited } from '../modules/role-invitations/index.ts';

/** What waits for a person's sign-in: a role that needs their PIN2, and an invitation to one. */
export async function afterSignIn(tx: WriteTx, userId: string): Promise<void> {
  await askAfterSignIn(tx, userId);
  await tellInvited(tx, userId);
}
