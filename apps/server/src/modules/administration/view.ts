import { joinNames, type UserRow } from '../users/index.ts';
import type { AdminUser } from './schemas.ts';

export function viewAdminUser(user: UserRow): AdminUser {
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
    ...(user.ge_id === null ? {} : { ge_id: user.ge_id }),
    active: user.active,
    created_at: user.created_at,
    updated_at: user.updated_at,
  };
}
