import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { AppError, fail, kernelErrors } from './errors.ts';

const headerLimits = { headerPairs: 20, headerSize: 8 * 1024 } as const;

/** A parser of multipart/form-data; the caller pipes the request into it and decides what a limit means. */
export function createMultipartParser(
  request: IncomingMessage,
  limits: NonNullable<BusboyConfig['limits']>,
  on: { limit(): void; error(error: AppError): void },
): BusboyInstance {
  const parser = open(request, { ...headerLimits, ...limits });
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(event, on.limit);
  parser.on('error', () => on.error(malformed()));
  return parser;
}

function open(request: IncomingMessage, limits: NonNullable<BusboyConfig['limits']>): BusboyInstance {
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits });
  } catch {
    return fail(kernelErrors.bad_request, { detail: 'not multipart/form-data with a boundary' });
  }
}

export const malformed = (): AppError => new AppError(kernelErrors.bad_request, { detail: 'multipart' });

/** An unread half of a body would block its sender and the connection. */
export function stopReading(request: IncomingMessage): void {
  request.unpipe();
  request.resume();
}
