export { createEidAdapter, type EidAdapterOptions } from './adapter.ts';
