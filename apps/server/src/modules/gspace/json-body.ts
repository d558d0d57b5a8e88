import type { IncomingMessage } from 'node:http';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { compileValidator } from '../../kernel/http/validation.ts';
import { errors } from './errors.ts';
import { jsonBodyBytes, UploadBody } from './schemas.ts';

const validate = compileValidator({
  schema: UploadBody,
  httpPart: 'body',
  method: 'POST',
  url: '/gspace/upload',
}) as { (value: unknown): boolean; errors?: unknown };

/** The whole file in one small JSON body. */
export async function readJsonUpload(request: IncomingMessage): Promise<{ name: string; bytes: Buffer }> {
  const body = parse(await readAll(request));
  if (!validate(body))
    throw Object.assign(new Error('invalid body'), {
      validation: validate.errors,
      validationContext: 'body',
    });
  const { name, data } = body as { name: string; data: string };
  return { name, bytes: decode(data) };
}

async function readAll(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > jsonBodyBytes) fail(kernelErrors.payload_too_large);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > jsonBodyBytes) fail(kernelErrors.payload_too_large);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail(kernelErrors.bad_request, { detail: 'json' });
  }
}

/** Buffer.from skips what is not base64, which would store another file than was sent. */
function decode(data: string): Buffer {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.toString('base64') !== data) fail(errors.invalid_base64);
  return bytes;
}
