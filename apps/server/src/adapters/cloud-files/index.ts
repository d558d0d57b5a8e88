export { createProviders, type ProviderOptions } from './providers.ts';
