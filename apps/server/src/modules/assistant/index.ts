export type { ModelPort } from './model-port.ts';
