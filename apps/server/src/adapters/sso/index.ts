export { createSsoAdapter, type SsoAdapterOptions } from './adapter.ts';
export { describeFailure } from './failure.ts';
export { openProvider } from './provider.ts';
