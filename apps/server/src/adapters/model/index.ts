export { createModel, type ModelServerOptions } from './adapter.ts';
