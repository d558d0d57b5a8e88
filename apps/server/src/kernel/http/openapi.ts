import type { TSchema } from 'typebox';
import { kernelErrors } from './errors.ts';
import { idempotencyKeyPattern } from './idempotency.ts';
import { fullPath, isWriting, type Mount, type Row } from './row.ts';
import type { Limit } from './token-bucket.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-access': string;
  'x-limit'?: string;
  'x-audit'?: string[];
  security?: object[];
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

/** The OpenAPI 3.1 document: built from the rows alone, so it cannot say anything the server does not do. */
export function openApi(options: {
  version: string;
  /** Where it is served, for whoever takes the document elsewhere. */
  server?: string;
  modules: readonly { name: string; rows: readonly Row[]; mounts?: readonly Mount[] }[];
}): object {
  const paths: Record<string, Record<string, Operation>> = {};
  const add = (path: string, method: string, operation: Operation) => {
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation };
  };
  for (const module of options.modules) {
    for (const row of module.rows) add(fullPath(row), row.method, operationOf(row, module.name));
    for (const mount of module.mounts ?? [])
      for (const method of mount.methods) add(mount.path, method, mountOperation(mount, method, module.name));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tamga',
      version: options.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.server ?? '/' }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: { Failure: failure },
    },
  };
}

const failure = {
  type: 'object',
  required: ['status', 'message', 'error', 'request_id'],
  properties: {
    status: { const: false },
    message: { type: 'string', description: 'For a person, in the language of Accept-Language' },
    error: { type: 'string', description: 'For a program: a stable code' },
    data: { type: 'object' },
    request_id: { type: 'string' },
  },
};

/** Whatever a caller may meet beside what the operation lists: a malformed request, or that we are unwell. */
const otherFailure = { description: 'Refused before it began, or failed on our side' };

function mountOperation(mount: Mount, method: string, tag: string): Operation {
  const { operation: own } = mount;
  const known = {
    operationId: own?.operationId ?? `${mount.id}.${method.toLowerCase()}`,
    summary: mount.summary,
    tags: [tag],
    'x-access': mount.access.word,
    ...(mount.limit === undefined ? {} : { 'x-limit': limitText(mount.limit) }),
  };
  const names = [...mount.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const parameters = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const named = parameters.length > 0 ? { parameters } : {};
  const responses = { 200: { description: 'As the path defines' }, default: otherFailure };
  if (own === undefined) return { ...known, ...named, responses };
  return {
    ...known,
    ...named,
    security: own.security.map((scheme) => ({ [scheme]: [] })),
    ...(own.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: plain(own.body) } } } }),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: plain(own.reply) } } },
      default: otherFailure,
    },
  };
}

const limitText = ({ perMinute, burst, group, by, counts }: Limit): string =>
  `${perMinute} ${counts ?? ''}${counts === undefined ? '' : ' '}per minute${by === undefined ? '' : ` and ${by}`}, burst ${burst} (${group})`;

function operationOf(row: Row, tag: string): Operation {
  const operation: Operation = {
    operationId: row.id,
    summary: row.summary,
    tags: [tag],
    'x-access': row.access.word,
    responses: responsesOf(row),
  };
  if (row.access.kind === 'person' || row.access.word === 'auth') operation.security = [{ session: [] }];
  if (row.limit !== undefined) operation['x-limit'] = limitText(row.limit);
  if (isWriting(row) && !('notAudited' in row.audit))
    operation['x-audit'] = row.audit.map((event) => event.action);
  const parameters = [
    ...parametersOf(row.params, 'path'),
    ...parametersOf(row.query, 'query'),
    ...(isRepeatable(row) ? [idempotencyKey] : []),
  ];
  if (parameters.length > 0) operation.parameters = parameters;
  if (row.body !== undefined)
    operation.requestBody = { content: { 'application/json': { schema: plain(row.body) } } };
  return operation;
}

const isRepeatable = (row: Row): boolean => isWriting(row) && row.idempotent === true;

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Names this call: repeated under the same name, it is answered as the first was and done once',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
};

function parametersOf(schema: TSchema | undefined, where: 'path' | 'query'): object[] {
  const object = schema as { properties?: Record<string, TSchema>; required?: string[] } | undefined;
  return Object.entries(object?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (object?.required?.includes(name) ?? false),
    schema: plain(property),
  }));
}

function responsesOf(row: Row): Record<string, object> {
  const responses: Record<string, object> = {};
  const isText = row.raw === true && (row.reply as { type?: string }).type === 'string';
  responses[String(row.status ?? 200)] = {
    description: 'Success',
    content: {
      [isText ? 'text/plain' : 'application/json']: { schema: bodyOf(row) },
      ...(row.otherMediaType === undefined ? {} : { [row.otherMediaType]: {} }),
    },
  };
  const possible = [...row.errors, kernelErrors.internal];
  if (row.access.kind !== 'open') possible.push(kernelErrors.unauthorized, kernelErrors.forbidden);
  if (row.limit !== undefined) possible.push(kernelErrors.rate_limited);
  if (row.body !== undefined || row.query !== undefined) possible.push(kernelErrors.validation_failed);
  if (row.body !== undefined)
    possible.push(kernelErrors.payload_too_large, kernelErrors.unsupported_media_type);
  if (row.params !== undefined) possible.push(kernelErrors.not_found);
  if (isRepeatable(row)) possible.push(kernelErrors.idempotency_conflict, kernelErrors.bad_request);
  for (const status of [...new Set(possible.map((error) => error.status))].sort()) {
    const codes = [
      ...new Set(possible.filter((error) => error.status === status).map((error) => error.code)),
    ].sort();
    responses[String(status)] = {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    };
  }
  const body = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
  responses['default'] = row.bareErrors === true ? otherFailure : { ...otherFailure, content: body };
  return responses;
}

function bodyOf(row: Row): object {
  if (row.raw === true) return plain(row.reply);
  return {
    type: 'object',
    required: ['status', 'message', 'data', 'request_id'],
    properties: {
      status: { const: true },
      message: { type: 'string' },
      data: plain(row.reply),
      request_id: { type: 'string' },
    },
  };
}

/** TypeBox schemas are JSON Schema with marks of their own; the document carries the schema alone. */
function plain(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema)) as object;
}
