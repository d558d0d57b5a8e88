import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { rows } from './routes.ts';
import { names } from './schemas.ts';

export { registryChanged } from './changes.ts';
export { seedDemo } from './demo/seed.ts';
export { listGuideSteps, type PlacedStep } from './guide-store.ts';
export { nameIn } from './passports.ts';
export {
  How,
  LifeEventList,
  RegistryLifeEvent,
  RegistryService,
  ServiceList,
  ServicesQuery,
} from './schemas.ts';
export { readPublished } from './store.ts';
export { listExchangeEvidences, readLifeEvents } from './vocabulary.ts';

/** Service passports: the master record of what citizens may apply for. */
export const registry: Module = { name: 'registry', rows, errors, events, schemas: names };
