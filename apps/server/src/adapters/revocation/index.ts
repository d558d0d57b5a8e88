export { createRevocationAdapter, type RevocationAdapterOptions } from './adapter.ts';
