export { createLocalFiles } from './local-files.ts';
export { createS3Files, type S3Settings } from './s3-files.ts';
export type { SftpSettings } from './sftp-connection.ts';
export { createSftpFiles } from './sftp-files.ts';
