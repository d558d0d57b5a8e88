export { createTsaAdapter, type TsaAdapterOptions } from './adapter.ts';
