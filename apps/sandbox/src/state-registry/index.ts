export { COMPANIES, type Company } from './companies.ts';
export { registerStateRegistry, type StateRegistryOptions } from './register.ts';
