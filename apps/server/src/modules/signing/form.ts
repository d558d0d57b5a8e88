import type { FastifyRequest } from 'fastify';
import { AppError, kernelErrors } from '../../kernel/http/errors.ts';
import { spoolBody } from '../../kernel/http/intake.ts';
import { createMultipartParser, malformed, stopReading } from '../../kernel/http/multipart.ts';
import type { SpooledBody } from '../../kernel/http/spool.ts';
import { errors } from './errors.ts';
import { formOverheadBytes, largestPdfBytes } from './sizes.ts';

export interface SignForm {
  readonly file: SpooledBody;
  readonly filename: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** The document waits sealed on disk until somebody works on it. */
export function readForm(
  request: FastifyRequest,
  known: readonly string[],
  { fieldBytes = 500, largestBytes = largestPdfBytes }: { fieldBytes?: number; largestBytes?: number } = {},
): Promise<SignForm> {
  const { raw } = request;
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    let filename = '';
    let arriving: Promise<SpooledBody> | undefined;
    let received = 0;
    const stop = (error: unknown) => {
      stopReading(raw);
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
    const parser = createMultipartParser(raw, limits, { limit: () => stop(malformed()), error: stop });
    raw.on('data', (part: Buffer) => {
      received += part.length;
      if (received > largestBytes + formOverheadBytes) stop(new AppError(kernelErrors.payload_too_large));
    });
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut || !known.includes(name))
        stop(new AppError(kernelErrors.bad_request, { detail: 'unknown field' }));
      fields.set(name, value);
    });
    parser.on('file', (name, stream, given) => {
      if (name !== 'file') stop(new AppError(errors.file_required));
      filename = given ?? '';
      stream.on('limit', () => stop(new AppError(kernelErrors.payload_too_large)));
      stream.on('error', () => undefined);
      // Without its own end, a document whose sender left would wait for ever.
      raw.once('close', () => raw.complete || stream.destroy());
      arriving = spoolBody(request, largestBytes, stream);
      arriving.catch(stop);
    });
    raw.once('close', () => {
      if (!raw.complete) stop(new AppError(kernelErrors.bad_request, { detail: 'upload broken off' }));
    });
    parser.on('finish', async () => {
      const file = await arriving?.catch(() => undefined);
      if (file === undefined || file.size === 0) return stop(new AppError(errors.file_required));
      resolve({ file, filename, fields });
    });
    raw.pipe(parser);
  });
}
