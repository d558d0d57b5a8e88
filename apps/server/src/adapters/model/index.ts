export { createModel, type ModelServerOptions } from './adapter.ts';
export { createRedactor } from './redaction.ts';
