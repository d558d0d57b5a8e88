import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type UserRowDeps, userRows } from './routes.ts';
import { names } from './schemas.ts';

export {
  isLocked,
  recordFailure,
  register,
  setActive,
  setAuthorities,
  setGeId,
  setRole,
  softDelete,
  userChanged,
} from './accounts.ts';
export {
  type HeldAuthorities,
  listAuthoritiesOf,
  listAuthoritiesOfAll,
} from './authorities-store.ts';
export { errors as userErrors } from './errors.ts';
export { events as userEvents } from './events.ts';
export { isCalled } from './latin-name.ts';
export { readRegisterNumber } from './register-number.ts';
export { isSamePerson } from './same-person.ts';
export { personFields, type SocialAccount, type UserView, userFields } from './schemas.ts';
export {
  insertUserFromSso,
  type PersonNumber,
  refreshUserFromSso,
  type SsoFacts,
  takePersonNumbers,
} from './sso-store.ts';
export {
  type EidFacts,
  findUser,
  findUserByCivilId,
  findUserByNationalId,
  findUserForUpdate,
  insertUserFromEid,
  listAdministrators,
  type Registration,
  refreshUserFromEid,
  rememberBrowserOf,
  roleKey,
  searchUsers,
  type UserFilter,
  type UserRow,
  userColumns,
  userSorts,
} from './store.ts';
export { joinNames, viewPerson, viewUser } from './view.ts';

export type { UserRowDeps };

export const users = (deps: UserRowDeps): Module => ({
  name: 'users',
  rows: userRows(deps),
  errors,
  events,
  schemas: names,
});
