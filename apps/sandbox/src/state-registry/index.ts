export { COMPANIES, type Company } from './companies.ts';
export { REGISTERS, readRecord } from './people.ts';
export { registerStateRegistry, type StateRegistryOptions } from './register.ts';
