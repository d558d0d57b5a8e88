export { createStateRegistry, type StateRegistryOptions } from './adapter.ts';
