import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type HeldAuthorities, listAuthoritiesOf, type UserRow, viewPerson } from '../users/index.ts';
import type { AdminUser } from './schemas.ts';

export function viewAdminUser(user: UserRow, held: HeldAuthorities = { ids: [], names: [] }): AdminUser {
  return {
    ...viewPerson(user),
    authorities: held.names,
    authority_ids: held.ids,
    ...(user.ge_id === null ? {} : { ge_id: user.ge_id }),
  };
}

export async function showAdminUser(db: Reader | Tx, user: UserRow): Promise<AdminUser> {
  return viewAdminUser(user, await listAuthoritiesOf(db, user.id));
}
