export { createEmailCodeAdapter, type EmailCodeOptions } from './adapter.ts';
