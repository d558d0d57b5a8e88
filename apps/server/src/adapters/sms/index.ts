export { createSmsAdapter } from './adapter.ts';
