export { createMailAdapter, type MailAdapterOptions } from './adapter.ts';
