export { createDirectoryAdapter, type DirectoryOptions } from './adapter.ts';
