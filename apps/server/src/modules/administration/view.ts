import type { Reader, Tx } from '../../kernel/db/database.ts';
import { joinNames, listAuthoritiesOf, type UserRow } from '../users/index.ts';
import type { AdminUser } from './schemas.ts';

export function viewAdminUser(user: UserRow, authorities: readonly string[]): AdminUser {
  return {
    id: user.id,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    full_name: joinNames(user.last_name, user.first_name),
    full_name_en: joinNames(user.last_name_en, user.first_name_en),
    email: user.email,
    role_id: user.role_id,
    role: user.role,
    authorities: [...authorities],
    ...(user.ge_id === null ? {} : { ge_id: user.ge_id }),
    active: user.active,
    created_at: user.created_at,
    updated_at: user.updated_at,
  };
}

export async function viewPerson(db: Reader | Tx, user: UserRow): Promise<AdminUser> {
  return viewAdminUser(user, await listAuthoritiesOf(db, user.id));
}
