import type { FastifyRequest } from 'fastify';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { spoolBody } from '../../kernel/http/intake.ts';
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
export async function readJsonUpload(request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> {
  if (Number(request.headers['content-length'] ?? 0) > jsonBodyBytes) fail(kernelErrors.payload_too_large);
  const whole = await (await spoolBody(request, jsonBodyBytes)).read();
  const body = parse(Buffer.from(whole.buffer).toString('utf8'));
  if (!validate(body))
    throw Object.assign(new Error('invalid body'), {
      validation: validate.errors,
      validationContext: 'body',
    });
  const { name, data } = body as { name: string; data: string };
  return { name, bytes: decode(data) };
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
