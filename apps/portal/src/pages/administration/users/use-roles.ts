import { useQuery } from '@tanstack/react-query';
import { type Role, rolesQuery } from '../../../api/administration.ts';
import { ROLE_IDS } from '../../../features/roles/role-names.ts';
import { useAccess } from '../../../shell/guarded.tsx';
import { mayOpen } from '../../../shell/may-open.ts';
import { places } from '../../../shell/places.ts';

const SYSTEM_ROLES: Role[] = Object.entries(ROLE_IDS).map(([key, id]) => ({
  id,
  key,
  name: '',
  description: '',
  is_system: true,
  permissions: [],
}));

/** All roles for people who may read them; otherwise the system roles. */
export function useRoles(): Role[] {
  const access = useAccess();
  const enabled = mayOpen(places.roles.menu, access);
  const { data } = useQuery({ ...rolesQuery, enabled });
  return data ?? SYSTEM_ROLES;
}
