export { createEidAdapter, type EidAdapterOptions } from './adapter.ts';
export { createCircuitBreaker } from './circuit-breaker.ts';
