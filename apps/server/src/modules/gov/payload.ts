import { fail, kernelErrors } from '../../kernel/http/errors.ts';

const maxBytes = 64 * 1024;

/** Answers as they are kept: bounded, and without what PostgreSQL cannot hold. */
export function writePayload(payload: object): string {
  let unstorable = false;
  const check = (text: string) => {
    if (text.includes('\0') || !text.isWellFormed()) unstorable = true;
  };
  const text = JSON.stringify(payload, (key, value: unknown) => {
    check(key);
    if (typeof value === 'string') check(value);
    return value;
  });
  if (unstorable)
    fail(kernelErrors.validation_failed, {
      data: {
        errors: [{ field: 'payload', tag: 'custom', message: 'holds a character that cannot be kept' }],
      },
    });
  if (Buffer.byteLength(text) > maxBytes) fail(kernelErrors.payload_too_large);
  return text;
}
