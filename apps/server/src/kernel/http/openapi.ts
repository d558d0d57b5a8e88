import type { TSchema } from 'typebox';
import { type ErrorDefinition, kernelErrors } from './errors.ts';
import { withExpected } from './expected.ts';
import { createComponents, type SchemaComponents, type SchemaNames } from './openapi-components.ts';
import { createFailures, type Failures } from './openapi-failures.ts';
import {
  actingFor,
  createParameters,
  idempotencyKey,
  type Parameters,
  parametersOf,
} from './openapi-parameters.ts';
import { fullPath, isWriting, type Mount, type Row, replacesRecord } from './row.ts';
import { Id, JsonObject, Timestamp } from './schemas.ts';
import type { Limit } from './token-bucket.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-access': string;
  'x-limit'?: string;
  /** Error codes of the operation, beside the kernel's. */
  'x-errors'?: string[];
  security?: object[];
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

/** Collects the named parts of one document while its operations are written. */
interface Parts {
  readonly schemas: SchemaComponents;
  readonly failures: Failures;
  readonly parameters: Parameters;
  /** Success envelopes, by the name of their data. */
  readonly replies: Record<string, object>;
}

const kernelSchemas: SchemaNames = { Id, Timestamp, JsonObject };

/** The OpenAPI 3.1 document, built from the rows alone, so it matches the server. */
export function openApi(options: {
  version: string;
  /** The server's address, for a document that is used elsewhere. */
  server?: string;
  modules: readonly {
    name: string;
    rows: readonly Row[];
    mounts?: readonly Mount[];
    schemas?: SchemaNames;
    errors?: Readonly<Record<string, ErrorDefinition>>;
  }[];
}): object {
  const paths: Record<string, Record<string, Operation>> = {};
  const named = options.modules.map(({ schemas = {} }) => schemas);
  const schemas = createComponents([kernelSchemas, ...named]);
  const parts: Parts = {
    schemas,
    parameters: createParameters(schemas),
    // Mounts list no errors, so those of the modules are named as a whole.
    failures: createFailures(options.modules.flatMap(({ errors = {} }) => Object.values(errors))),
    replies: {},
  };
  const add = (path: string, method: string, operation: Operation) => {
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation };
  };
  for (const module of options.modules) {
    for (const row of module.rows) add(fullPath(row), row.method, operationOf(parts, row, module.name));
    for (const mount of module.mounts ?? [])
      for (const method of mount.methods)
        add(mount.path, method, mountOperation(parts, mount, method, module.name));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tamga',
      version: options.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.server ?? '/' }],
    paths: sorted(paths),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      ...sharedParts(parts),
    },
  };
}

const sorted = <T>(parts: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));

function sharedParts({ schemas, failures, parameters, replies }: Parts) {
  return {
    parameters: sorted(parameters.parameters),
    headers: failures.headers,
    responses: { ...sorted(failures.responses), ...sorted(replies) },
    schemas: sorted({ ...schemas.schemas, ...failures.schemas(), Success: success }),
  };
}

const success = {
  type: 'object',
  required: ['status', 'message', 'data', 'request_id'],
  properties: {
    status: { const: true },
    message: { type: 'string' },
    data: {},
    request_id: { type: 'string' },
  },
};

const inJson = (schema: object) => ({ 'application/json': { schema } });

function inEnvelope({ schemas, replies }: Parts, reply: TSchema, otherMediaType?: string): object {
  const data = schemas.refer(reply) as { $ref?: string };
  const schema = { allOf: [{ $ref: '#/components/schemas/Success' }, { properties: { data } }] };
  const answer = { description: 'Success', content: inJson(schema) };
  if (otherMediaType !== undefined)
    return { ...answer, content: { ...answer.content, [otherMediaType]: {} } };
  const name = data.$ref?.split('/').at(-1);
  if (name === undefined) return answer;
  replies[name] ??= answer;
  return { $ref: `#/components/responses/${name}` };
}

function mountOperation(parts: Parts, mount: Mount, method: string, tag: string): Operation {
  const { operation: own, media } = mount;
  const { refer } = parts.schemas;
  const names = [...mount.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...parametersOf(media?.query, 'query').map(parts.parameters.refer),
    ...(mount.idempotent === true ? [parts.parameters.refer(idempotencyKey)] : []),
    ...(mount.acting === undefined ? [] : [parts.parameters.refer(actingFor)]),
  ];
  const operation: Operation = {
    operationId: own?.operationId ?? `${mount.id}.${method.toLowerCase()}`,
    summary: mount.summary,
    tags: [tag],
    'x-access': mount.access.word,
    responses: { 200: { description: 'As the path defines' }, default: parts.failures.foreign },
  };
  if (mount.limit !== undefined) operation['x-limit'] = limitText(mount.limit);
  if (parameters.length > 0) operation.parameters = parameters;
  if (mount.access.kind === 'person') operation.security = [{ session: [] }];
  if (own !== undefined) {
    operation.security = own.security.map((scheme) => ({ [scheme]: [] }));
    if (own.body !== undefined) operation.requestBody = { required: true, content: inJson(refer(own.body)) };
    operation.responses['200'] = { description: 'Success', content: inJson(refer(own.reply)) };
  }
  if (media !== undefined) {
    const bytes = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]));
    if (media.takes !== undefined) operation.requestBody = { required: true, content: bytes(media.takes) };
    operation.responses =
      'reply' in media
        ? {
            ...Object.fromEntries(media.statuses.map((status) => [status, inEnvelope(parts, media.reply)])),
            default: parts.failures.unlisted,
          }
        : {
            200: { description: 'Success', content: bytes(media.gives) },
            default: parts.failures.unlisted,
          };
  }
  return operation;
}

const limitText = ({ perMinute, burst, group, by, counts }: Limit): string =>
  `${perMinute} ${counts ?? ''}${counts === undefined ? '' : ' '}per minute${by === undefined ? '' : ` and ${by}`}, burst ${burst} (${group})`;

function operationOf(parts: Parts, row: Row, tag: string): Operation {
  const operation: Operation = {
    operationId: row.id,
    summary: row.summary,
    tags: [tag],
    'x-access': row.access.word,
    responses: responsesOf(parts, row),
  };
  if (row.access.kind === 'person' || row.access.word === 'auth') operation.security = [{ session: [] }];
  if (row.limit !== undefined) operation['x-limit'] = limitText(row.limit);
  const codes = row.errors.map(({ code }) => code);
  if (codes.length > 0) operation['x-errors'] = [...new Set(codes)].sort();
  const parameters = [
    ...parametersOf(row.params, 'path'),
    ...parametersOf(row.query, 'query'),
    ...(isRepeatable(row) ? [idempotencyKey] : []),
    ...(row.acting === undefined ? [] : [actingFor]),
  ];
  if (parameters.length > 0) operation.parameters = parameters.map(parts.parameters.refer);
  if (row.body !== undefined) {
    const { refer } = parts.schemas;
    const alone = refer(row.body);
    // The body without `expected` keeps its name, for clients that know nothing else.
    const body = replacesRecord(row) ? { anyOf: [alone, refer(withExpected(row.body))] } : alone;
    operation.requestBody = { content: inJson(body) };
  }
  return operation;
}

const isRepeatable = (row: Row): boolean => isWriting(row) && row.idempotent === true;

function responsesOf(parts: Parts, row: Row): Record<string, object> {
  const answer = replyOf(parts, row);
  const { failures } = parts;
  const bare = row.bareErrors === true;
  const responses: Record<string, object> = {
    [row.status ?? 200]: answer,
    ...failures.refer(possibleErrors(row), bare),
    default: bare ? failures.foreign : failures.unlisted,
  };
  // A 304 has no body.
  if (row.otherStatus !== undefined && row.otherStatus !== 304) responses[row.otherStatus] = answer;
  return responses;
}

function replyOf(parts: Parts, row: Row): object {
  if (row.raw !== true) return inEnvelope(parts, row.reply, row.otherMediaType);
  const isText = (row.reply as { type?: string }).type === 'string';
  const schema = parts.schemas.refer(row.reply);
  return { description: 'Success', content: isText ? { 'text/plain': { schema } } : inJson(schema) };
}

function possibleErrors(row: Row): ErrorDefinition[] {
  const possible = [...row.errors, kernelErrors.internal];
  if (row.access.kind !== 'open') possible.push(kernelErrors.unauthorized, kernelErrors.forbidden);
  if (row.limit !== undefined) possible.push(kernelErrors.rate_limited);
  if (row.body !== undefined || row.query !== undefined) possible.push(kernelErrors.validation_failed);
  if (row.body !== undefined)
    possible.push(kernelErrors.payload_too_large, kernelErrors.unsupported_media_type);
  if (row.params !== undefined) possible.push(kernelErrors.not_found);
  if (replacesRecord(row)) possible.push(kernelErrors.changed_meanwhile);
  if (isRepeatable(row)) possible.push(kernelErrors.idempotency_conflict, kernelErrors.bad_request);
  return possible;
}
