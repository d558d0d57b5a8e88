export { createSsoAdapter, type SsoAdapterOptions } from './adapter.ts';
