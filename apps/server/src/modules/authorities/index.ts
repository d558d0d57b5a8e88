import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { rows } from './routes.ts';
import { names } from './schemas.ts';

export { confirmUnattended, keepAttended, requireOfficer } from './attendance.ts';
export {
  countHeld,
  countOfficers,
  countWaiting,
  listDeskOf,
  listUnattendedCases,
  releaseLostCases,
} from './attendance-store.ts';
export { authoritiesChanged, everyAuthority, requireAuthorities, requireAuthority } from './authorities.ts';
export { errors as authorityErrors } from './errors.ts';
export { AuthorityNames } from './schemas.ts';
export {
  type AuthorityRow,
  findAuthorities,
  insertAuthority,
  listAuthorityNames,
  listOwnAuthorities,
  worksEverywhere,
} from './store.ts';

/** Public bodies: services belong to them, officers and registrars work for them. */
export const authorities: Module = { name: 'authorities', rows, errors, events, schemas: names };
