import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ByteRange, ObjectStore, StoredObject } from '../../modules/files/store-port.ts';
import { checkKey, isKey, probeKey } from './key.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** Undefined for the address that AWS has in the region. */
  endpoint: string | undefined;
  /** Bucket in the path instead of in the host name. */
  isPathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  checksums: 'when_required' | 'when_supported';
  /** Longest silence of the server. */
  timeoutMs: number;
}

/** The smallest part that S3 allows: parts and the queue bound the memory of an upload to about 15 MB. */
const partBytes = 5 * 1024 * 1024;
const queuedParts = 2;
const connectTimeoutMs = 5000;

/** Loaded at the first use: the library takes 180 ms and 35 MB, and most installations have no S3 store. */
const loadSdk = () => import('@aws-sdk/client-s3');

export function createS3Files(settings: S3Settings): ObjectStore {
  const { bucket: Bucket } = settings;
  let opening: Promise<Opened> | undefined;
  const open = () => {
    opening ??= openClient(settings);
    return opening;
  };
  return {
    put: async (key, source) => {
      const { sdk, client } = await open();
      const { Upload } = await import('@aws-sdk/lib-storage');
      const counted = count(source);
      const upload = new Upload({
        client,
        params: { Bucket, Key: checkKey(key), Body: Readable.from(counted.source, { objectMode: false }) },
        partSize: partBytes,
        queueSize: queuedParts,
      });
      const { ETag } = await upload.done().catch((error: unknown) => {
        // The client reports a failed abort instead of the reason for it.
        throw counted.failure() ?? error;
      });
      if (ETag === undefined) throw new Error('the S3 server did not confirm an object');
      // A server that answers anything with 200, or stores the framing of a streamed body, has another length.
      const { ContentLength } = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: key }));
      if (ContentLength !== counted.sizeBytes())
        throw new Error(`the S3 server stored ${ContentLength} of ${counted.sizeBytes()} bytes`);
    },
    get: async (key, range) => {
      const { sdk, client } = await open();
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key: checkKey(key), Range }));
        if (range !== undefined && !isWithin(range, found.ContentRange)) {
          (found.Body as Readable).destroy();
          throw new Error('the S3 server did not answer with the range that was asked for');
        }
        return found.Body as Readable;
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined;
        // The object ends before the range begins; the other stores give nothing then.
        if (error instanceof sdk.S3ServiceException && error.name === 'InvalidRange')
          return Readable.from([]);
        throw error;
      }
    },
    remove: async (key) => {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: checkKey(key) }));
      await abortUploads({ sdk, client }, Bucket, key);
    },
    list: () => list(open, Bucket),
    check: async () => {
      const { sdk, client } = await open();
      const { ETag } = await client.send(new sdk.PutObjectCommand({ Bucket, Key: probeKey, Body: 'probe' }));
      if (ETag === undefined) throw new Error('the S3 server did not confirm an object');
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: probeKey }));
    },
    close: async () => {
      const opened = await opening?.catch(() => undefined);
      opened?.client.destroy();
    },
  };
}

function isWithin({ start, end }: ByteRange, answered = ''): boolean {
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(answered) ?? [];
  return Number(first) === start && Number(last) <= end;
}

interface Opened {
  sdk: Awaited<ReturnType<typeof loadSdk>>;
  client: S3Client;
}

async function openClient(settings: S3Settings): Promise<Opened> {
  const sdk = await loadSdk();
  const checksums = settings.checksums === 'when_supported' ? 'WHEN_SUPPORTED' : 'WHEN_REQUIRED';
  const client = new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    forcePathStyle: settings.isPathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: settings.timeoutMs },
  });
  return { sdk, client };
}

function count(given: AsyncIterable<Uint8Array>): {
  source: AsyncIterable<Uint8Array>;
  sizeBytes(): number;
  failure(): unknown;
} {
  let sizeBytes = 0;
  let failure: unknown;
  async function* pass() {
    try {
      for await (const part of given) {
        sizeBytes += part.length;
        yield part;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { source: pass(), sizeBytes: () => sizeBytes, failure: () => failure };
}

async function* list(open: () => Promise<Opened>, Bucket: string): AsyncGenerator<StoredObject> {
  const { sdk, client } = await open();
  for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket }))
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
      if (isKey(Key) && LastModified !== undefined)
        yield { key: Key, sizeBytes: Size, changedAt: LastModified };
}

/** A killed process leaves its parts, which no list of objects shows and which are paid for. */
async function abortUploads({ sdk, client }: Opened, Bucket: string, Key: string): Promise<void> {
  const listed = await client
    .send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: Key }))
    .catch((error: unknown) => {
      // A server that cannot list unfinished uploads ends them by a rule of its own.
      if (error instanceof sdk.S3ServiceException && error.name === 'NotImplemented') return undefined;
      throw error;
    });
  for (const { UploadId, Key: found } of listed?.Uploads ?? [])
    if (found === Key) await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
}
