import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError, fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';

export interface SignForm {
  readonly file: Buffer;
  readonly filename: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** 25 × 2^20, as the contract says. */
export const largestPdfBytes = 25 * 1024 * 1024;
const overheadBytes = 64 * 1024;

/** The whole document in memory: preparing a signature needs it there anyway. */
export function readForm(
  request: IncomingMessage,
  known: readonly string[],
  fieldBytes = 500,
): Promise<SignForm> {
  return new Promise((resolve, reject) => {
    const parser = createParser(request, known.length, fieldBytes);
    const fields = new Map<string, string>();
    const parts: Buffer[] = [];
    let filename: string | undefined;
    let received = 0;
    const stop = (error: Error) => {
      request.unpipe(parser);
      // An unread half of a body would block its sender and the connection.
      request.resume();
      reject(error);
    };
    request.on('data', (part: Buffer) => {
      received += part.length;
      if (received > largestPdfBytes + overheadBytes) stop(new AppError(kernelErrors.payload_too_large));
    });
    request.once('close', () => {
      if (!request.complete) stop(new AppError(kernelErrors.bad_request, { detail: 'upload broken off' }));
    });
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut || !known.includes(name))
        stop(new AppError(kernelErrors.bad_request, { detail: 'unknown field' }));
      fields.set(name, value);
    });
    parser.on('file', (name, stream, given) => {
      if (name !== 'file') stop(new AppError(errors.file_required));
      filename = given ?? '';
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('limit', () => stop(new AppError(kernelErrors.payload_too_large)));
      stream.on('error', () => undefined);
    });
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      parser.on(event, () => stop(new AppError(kernelErrors.bad_request, { detail: 'multipart' })));
    parser.on('error', () => stop(new AppError(kernelErrors.bad_request, { detail: 'multipart' })));
    parser.on('finish', () => {
      const file = Buffer.concat(parts);
      if (filename === undefined || file.length === 0) return stop(new AppError(errors.file_required));
      resolve({ file, filename, fields });
    });
    request.pipe(parser);
  });
}

function createParser(request: IncomingMessage, fields: number, fieldBytes: number) {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        files: 1,
        fields,
        parts: fields + 1,
        fileSize: largestPdfBytes,
        fieldNameSize: 50,
        fieldSize: fieldBytes,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    return fail(kernelErrors.bad_request, { detail: 'not multipart/form-data' });
  }
}
