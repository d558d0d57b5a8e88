import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { rows } from './routes.ts';

export { isLocked, recordFailure, setActive, setRole, userChanged } from './accounts.ts';
export { type UserView, userFields } from './schemas.ts';
export {
  type EidFacts,
  findUser,
  findUserByCivilId,
  findUserByNationalId,
  findUserForUpdate,
  insertUserFromEid,
  refreshUserFromEid,
  type UserRow,
} from './store.ts';
export { viewUser } from './view.ts';

export const users: Module = { name: 'users', rows, errors, events };
