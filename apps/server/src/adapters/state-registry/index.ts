export { createStateRegistry } from './adapter.ts';
export { createChildrenRegister } from './children-register.ts';
export { createPersonRegisters } from './person-registers.ts';
export type { StateRegistryOptions } from './registry-client.ts';
