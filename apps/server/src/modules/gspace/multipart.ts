import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '../../kernel/http/errors.ts';
import { createMultipartParser, stopReading } from '../../kernel/http/multipart.ts';
import { errors } from './errors.ts';

export interface OpenedPart {
  name: string;
  source: Readable;
  /** After the source was read: fails when anything else than this one file was sent. */
  finish(): Promise<void>;
}

/** Headers, boundaries and the field `name`; the rest of a body is the file. */
export const overheadBytes = 16 * 1024;
/** What may lie unread between the connection and the parser, beside the overhead. */
const slackBytes = 512 * 1024;
const limits = {
  files: 1,
  fields: 1,
  parts: 3,
  fieldNameSize: 100,
  fieldSize: 4_000,
} as const;

/** Reads up to the file of the body and leaves its bytes to the caller; stop reading with `stopReading`. */
export function openMultipart(request: IncomingMessage): Promise<OpenedPart> {
  return new Promise((resolve, reject) => {
    let named: string | undefined;
    let file: Readable | undefined;
    let fileBytes = () => 0;
    let seenBytes = 0;
    let finished = false;
    let problem: Error | undefined;
    let wake: (() => void) | undefined;

    const stop = (error: Error) => {
      problem ??= error;
      stopReading(request);
      file?.destroy(problem);
      reject(problem);
      wake?.();
    };
    const refuse = () => stop(new AppError(errors.one_file));
    const parser = createMultipartParser(request, limits, { limit: refuse, error: stop });

    request.once('close', () => {
      if (!request.complete) stop(new Error('upload broken off'));
    });
    request.on('error', stop);
    // Bytes that belong to no part cost nothing to send and would never end.
    request.on('data', (part: Buffer) => {
      seenBytes += part.length;
      if (seenBytes - fileBytes() > overheadBytes + slackBytes) refuse();
    });
    parser.on('field', (field, value, _nameCut, valueCut) => {
      if (field !== 'name' || valueCut || file !== undefined) refuse();
      else named = value;
    });
    parser.on('file', (field, stream, filename) => {
      file = stream;
      fileBytes = () => stream.bytesRead;
      // Without a listener the error of a refused file would end the process.
      stream.on('error', () => undefined);
      if (field !== 'file') return refuse();
      resolve({ name: named ?? filename ?? '', source: stream, finish });
    });
    parser.on('finish', () => {
      finished = true;
      if (file === undefined) refuse();
      wake?.();
    });
    request.pipe(parser);

    async function finish(): Promise<void> {
      if (!finished && problem === undefined)
        await new Promise<void>((done) => {
          wake = done;
        });
      if (problem !== undefined) throw problem;
    }
  });
}
