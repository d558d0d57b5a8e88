import type { IncomingMessage } from 'node:http';
import { AppError, kernelErrors } from '../../kernel/http/errors.ts';
import { createMultipartParser, malformed, stopReading } from '../../kernel/http/multipart.ts';
import { errors } from './errors.ts';
import { joinShared } from './shared-bytes.ts';
import { formOverheadBytes, largestPdfBytes } from './sizes.ts';

export interface SignForm {
  readonly file: Uint8Array;
  readonly filename: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** The whole document in memory: preparing a signature needs it there anyway. */
export function readForm(
  request: IncomingMessage,
  known: readonly string[],
  { fieldBytes = 500, largestBytes = largestPdfBytes }: { fieldBytes?: number; largestBytes?: number } = {},
): Promise<SignForm> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const parts: Buffer[] = [];
    let filename: string | undefined;
    let received = 0;
    const stop = (error: Error) => {
      stopReading(request);
      reject(error);
    };
    const limits = {
      files: 1,
      fields: known.length,
      parts: known.length + 1,
      fileSize: largestBytes,
      fieldNameSize: 50,
      fieldSize: fieldBytes,
    };
    const parser = createMultipartParser(request, limits, { limit: () => stop(malformed()), error: stop });
    request.on('data', (part: Buffer) => {
      received += part.length;
      if (received > largestBytes + formOverheadBytes) stop(new AppError(kernelErrors.payload_too_large));
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
    parser.on('finish', async () => {
      if (filename === undefined || parts.length === 0) return stop(new AppError(errors.file_required));
      resolve({ file: await joinShared(parts), filename, fields });
    });
    request.pipe(parser);
  });
}
