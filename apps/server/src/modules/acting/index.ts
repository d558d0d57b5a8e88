import type { Module } from '../../kernel/module.ts';
import type { Acting } from './rights.ts';
import { actingRows } from './routes.ts';
import { names } from './schemas.ts';

export type { AuthorisationSource, ReceivedAuthorisation } from './authorisation-port.ts';
export { type ChildrenRegister, ChildrenRegisterError } from './children-register-port.ts';
export { isAllowed } from './limits.ts';
export { linkFor, type News, tellOwner } from './news.ts';
export {
  type OrganisationRegister,
  OrganisationRegisterError,
  type SignerSource,
} from './organisation-register-port.ts';
export { type Acting, type ActingDeps, createActing, type Reach } from './rights.ts';

export function actingModule(acting: Acting): Module {
  return {
    name: 'acting',
    rows: actingRows(acting),
    errors: {},
    events: {},
    schemas: names,
    jobs: acting.jobs,
  };
}
