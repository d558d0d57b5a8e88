import { accessSync, constants, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { flag, integer, internal, secret, text, word } from './setting-forms.ts';

/** Settings of the stores of files. */

export const fileForms = {
  FILES_SEALED: flag(
    'Seals every new file with a key of its own, so that a stolen disk tells nothing. Default: on.',
  ),
  GSPACE_QUOTA_BYTES: integer(
    0,
    1099511627776,
    104857600,
    'Bytes that each person may keep in their own space; 0 takes no new files.',
  ),
  FILES_DRIVER: word(
    ['local', 's3', 'sftp'],
    'Store of a platform without files. Afterwards `tamga files move --to` changes it. Default: local.',
  ),
  FILES_DIRECTORY: text(4096, 'Directory of the local store. Default: files in DATA_DIR.'),
  FILES_TIMEOUT_SECONDS: integer(1, 600, 30, 'Longest silence of a store before a call to it fails.'),
  FILES_S3_BUCKET: text(63, 'Bucket of the S3 store. Unset: there is no S3 store.'),
  FILES_S3_ENDPOINT: internal('Address of the S3 server. Default: the one of AWS in the region.'),
  FILES_S3_REGION: text(64, 'Region of the bucket.', 'us-east-1'),
  FILES_S3_ACCESS_KEY_ID: text(256, 'Our access key at the S3 server.'),
  FILES_S3_SECRET_ACCESS_KEY: secret('The secret of the access key.'),
  FILES_S3_PATH_STYLE: flag(
    'Puts the bucket into the path instead of the host name. Default: on with FILES_S3_ENDPOINT.',
  ),
  FILES_S3_CHECKSUMS: word(
    ['when_required', 'when_supported'],
    'Whether checksums are sent and compared that S3 does not require; some servers refuse them.',
    'when_required',
  ),
  GSPACE_HOST: text(255, 'Host of the SFTP store. Unset: there is no SFTP store.'),
  GSPACE_PORT: integer(1, 65535, 22, 'Port of the SFTP server.'),
  GSPACE_USER: text(255, 'Our user at the SFTP server.'),
  GSPACE_PASSWORD: secret('The password of that user.'),
  GSPACE_PRIVATE_KEY_FILE: text(
    4096,
    'Path to a private key of that user, without a passphrase, instead of or beside the password.',
  ),
  GSPACE_BASE_PATH: text(
    1024,
    'Directory of the files at the SFTP server, absolute or in the home of the user.',
    'tamga-files',
  ),
  GSPACE_HOST_KEY: text(
    4096,
    'Host key of the SFTP server: SHA256:… as `ssh-keygen -lf` prints it, or the line of its public key file. Production requires it.',
  ),
};

type Given = { readonly [K in keyof typeof fileForms]: (typeof fileForms)[K]['fallback'] } & {
  readonly ENVIRONMENT: string;
};

export interface FileStoreSettings {
  readonly directory: string;
  readonly s3:
    | {
        readonly bucket: string;
        readonly region: string;
        readonly endpoint: string | undefined;
        readonly isPathStyle: boolean;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly checksums: 'when_required' | 'when_supported';
        readonly timeoutMs: number;
      }
    | undefined;
  readonly sftp:
    | {
        readonly host: string;
        readonly port: number;
        readonly username: string;
        readonly password: string | undefined;
        readonly privateKey: string | undefined;
        readonly hostKey: string | undefined;
        readonly basePath: string;
        readonly timeoutMs: number;
      }
    | undefined;
}

export function checkFileStores(given: Given, problems: string[]): void {
  const need = (reason: string, names: readonly (keyof Given)[]) => {
    for (const name of names) if (!given[name]) problems.push(`${name} is required ${reason}`);
  };
  if (given.FILES_DRIVER === 's3') need('when FILES_DRIVER is s3', ['FILES_S3_BUCKET']);
  if (given.FILES_S3_BUCKET !== undefined)
    need('with FILES_S3_BUCKET', ['FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY']);
  if (given.FILES_DRIVER === 'sftp') need('when FILES_DRIVER is sftp', ['GSPACE_HOST']);
  if (given.GSPACE_HOST !== undefined) checkSftp(given, need, problems);
}

const hostKeyForm = /^(SHA256:[A-Za-z0-9+/]{43}|(ssh|ecdsa)-[a-z0-9-]+ [A-Za-z0-9+/]{40,}={0,2}( .*)?)$/;

function checkSftp(
  given: Given,
  need: (reason: string, names: readonly (keyof Given)[]) => void,
  problems: string[],
): void {
  need('with GSPACE_HOST', ['GSPACE_USER']);
  const keyFile = given.GSPACE_PRIVATE_KEY_FILE;
  if (given.GSPACE_PASSWORD === undefined && keyFile === undefined)
    problems.push('GSPACE_PASSWORD or GSPACE_PRIVATE_KEY_FILE is required with GSPACE_HOST');
  if (keyFile !== undefined && !isReadable(keyFile))
    problems.push('GSPACE_PRIVATE_KEY_FILE is not a file that can be read');
  if (given.GSPACE_HOST_KEY !== undefined && !hostKeyForm.test(given.GSPACE_HOST_KEY))
    problems.push('GSPACE_HOST_KEY must be a fingerprint SHA256:… or the line of a public key file');
  // Whoever can answer in the place of the server would otherwise receive the password and every file.
  if (given.ENVIRONMENT === 'production')
    need('with GSPACE_HOST in production: the output of `ssh-keyscan -t ed25519 HOST | ssh-keygen -lf -`', [
      'GSPACE_HOST_KEY',
    ]);
}

function isReadable(path: string): boolean {
  try {
    accessSync(resolve(path), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

export function readFileStores(given: Given, dataDir: string): FileStoreSettings {
  const timeoutMs = given.FILES_TIMEOUT_SECONDS * 1000;
  const keyFile = given.GSPACE_PRIVATE_KEY_FILE;
  return {
    directory: resolve(given.FILES_DIRECTORY ?? join(dataDir, 'files')),
    s3:
      given.FILES_S3_BUCKET === undefined
        ? undefined
        : {
            bucket: given.FILES_S3_BUCKET,
            region: given.FILES_S3_REGION,
            endpoint: given.FILES_S3_ENDPOINT,
            isPathStyle: given.FILES_S3_PATH_STYLE ?? given.FILES_S3_ENDPOINT !== undefined,
            accessKeyId: given.FILES_S3_ACCESS_KEY_ID ?? '',
            secretAccessKey: given.FILES_S3_SECRET_ACCESS_KEY ?? '',
            checksums: given.FILES_S3_CHECKSUMS,
            timeoutMs,
          },
    sftp:
      given.GSPACE_HOST === undefined
        ? undefined
        : {
            host: given.GSPACE_HOST,
            port: given.GSPACE_PORT,
            username: given.GSPACE_USER ?? '',
            password: given.GSPACE_PASSWORD,
            privateKey: keyFile === undefined ? undefined : readFileSync(resolve(keyFile), 'utf8'),
            hostKey: given.GSPACE_HOST_KEY,
            basePath: given.GSPACE_BASE_PATH,
            timeoutMs,
          },
  };
}
