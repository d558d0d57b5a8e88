import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { DirectoryDeps } from './lookup.ts';
import { directoryRows } from './routes.ts';
import { names } from './schemas.ts';

export {
  DirectoryError,
  type DirectoryOrganisation,
  type DirectoryPerson,
  type DirectoryPort,
} from './directory-port.ts';
export { errors as directoryErrors } from './errors.ts';
export { ask as askDirectory, type DirectoryDeps, type Outcome as DirectoryOutcome } from './lookup.ts';

export function directory(deps: DirectoryDeps): Module {
  return { name: 'directory', rows: directoryRows(deps), errors, events, schemas: names };
}
