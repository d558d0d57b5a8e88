import { STATUS_CODES } from 'node:http';
import { type ErrorDefinition, kernelErrors } from './errors.ts';

interface Reference {
  readonly $ref: string;
}

export interface Failures {
  /** A response for each status of these errors. */
  refer(errors: readonly ErrorDefinition[], bare: boolean): Record<string, Reference>;
  /** The response for errors that no operation lists. */
  readonly unlisted: Reference;
  /** The same with another body format. */
  readonly foreign: Reference;
  readonly responses: Readonly<Record<string, object>>;
  readonly headers: Readonly<Record<string, object>>;
  schemas(): Readonly<Record<string, object>>;
}

/** Any operation may answer these, so the document contains them once. */
const everywhere: ReadonlySet<ErrorDefinition> = new Set([
  kernelErrors.forbidden,
  kernelErrors.payload_too_large,
  kernelErrors.unsupported_media_type,
  kernelErrors.rate_limited,
  kernelErrors.too_many_uploads,
  kernelErrors.uploads_busy,
  kernelErrors.internal,
  kernelErrors.session_store_unavailable,
  kernelErrors.database_unavailable,
  kernelErrors.overloaded,
  kernelErrors.timeout,
]);
const everywhereText = `Failures of any operation: ${[...everywhere].map(({ status, code }) => `${status} ${code}`).join(', ')}`;

const headers = {
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
};
const retryAfter = { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } };

const referTo = (name: string): Reference => ({ $ref: `#/components/responses/${name}` });
const inJson = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});

export function createFailures(declared: readonly ErrorDefinition[]): Failures {
  const codes = new Set(declared.map(({ code }) => code));
  const responses: Record<string, object> = {
    Failure: { description: everywhereText, ...retryAfter, content: inJson('Failure') },
    ForeignFailure: { description: 'A failure in the form of this path' },
  };
  return {
    responses,
    headers,
    unlisted: referTo('Failure'),
    foreign: referTo('ForeignFailure'),
    refer: (errors, bare) => {
      const found: Record<string, Reference> = {};
      for (const error of errors) codes.add(error.code);
      for (const { status } of errors.filter((error) => !everywhere.has(error))) {
        const phrase = (STATUS_CODES[status] ?? String(status)).replace(/\W/g, '');
        const name = bare ? `Bare${phrase}` : phrase;
        found[status] = referTo(name);
        responses[name] = {
          description: STATUS_CODES[status] ?? 'Failure',
          ...(status === 429 || status === 503 ? retryAfter : {}),
          content: inJson(bare ? 'BareFailure' : 'Failure'),
        };
      }
      return found;
    },
    schemas: () => describeBodies(codes),
  };
}

function describeBodies(codes: ReadonlySet<string>): Record<string, object> {
  const common = Object.keys(kernelErrors).sort();
  const own = [...codes.difference(new Set(common))].sort();
  const error = { $ref: '#/components/schemas/ErrorCode' };
  const text = { type: 'string', description: 'For a person, in the language of Accept-Language' };
  return {
    CommonErrorCode: { type: 'string', description: 'Codes that any operation may answer', enum: common },
    ErrorCode: {
      description: 'For a program: stable',
      anyOf: [{ $ref: '#/components/schemas/CommonErrorCode' }, { type: 'string', enum: own }],
    },
    Failure: {
      type: 'object',
      required: ['status', 'message', 'error', 'request_id'],
      properties: {
        status: { const: false },
        message: text,
        error,
        data: {
          type: 'object',
          properties: { errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } } },
          additionalProperties: true,
        },
        request_id: { type: 'string' },
      },
    },
    BareFailure: { type: 'object', required: ['error'], properties: { error } },
    FieldError: {
      type: 'object',
      required: ['field', 'tag', 'message'],
      properties: {
        field: { type: 'string', description: 'Path of the field, with dots' },
        tag: { type: 'string', description: 'The broken rule' },
        message: text,
      },
    },
  };
}
