/**
 * openapi-typescript is not used: it needs TypeScript 5 as a peer, beside the TypeScript 7 of this repository, which has
 * no compiler API. Measured: 33 packages and 44 MB more for every clone, 5 s and 240 MB for one run, where this file
 * takes 75 ms; and its `paths` need conditional types where a caller looks an operation up in one step here.
 */

interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}

interface Content {
  content?: Record<string, { schema?: JsonSchema }>;
}

interface Operation {
  summary: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string }>;
  'x-errors'?: string[];
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Content>;
  };
}

/** Renders the named types and every operation from the document that the server publishes. */
export function renderClientTypes(published: object): string {
  const document = published as Document;
  const lines = ['// Generated from the OpenAPI document by `npm run generate`; do not edit.', ''];
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (schema.description !== undefined) lines.push(`/** ${schema.description} */`);
    const isInterface = schema.type === 'object' && schema.properties !== undefined;
    lines.push(
      isInterface
        ? `export interface ${name} ${typeOf(schema, '')}`
        : `export type ${name} = ${typeOf(schema, '')};`,
      '',
    );
  }
  lines.push('export type BinaryBody = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;', '');
  lines.push('export interface Operations {');
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      lines.push(...renderOperation(document, `${method.toUpperCase()} ${path}`, operation));
  return [...lines, '}', ''].join('\n');
}

const lastPart = (reference: string): string => reference.split('/').at(-1) ?? '';

function renderOperation({ components }: Document, name: string, operation: Operation): string[] {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    parameter.$ref === undefined ? parameter : components.parameters[lastPart(parameter.$ref)],
  );
  const group = (where: Parameter['in']) => {
    const found = parameters.filter((parameter) => parameter?.in === where);
    const fields = found.map((parameter) =>
      parameter === undefined
        ? ''
        : `${keyOf(parameter.name)}${parameter.required ? '' : '?'}: ${typeOf(parameter.schema, '    ')}${parameter.required ? '' : ' | undefined'}`,
    );
    return fields.length === 0 ? 'undefined' : `{ ${fields.join('; ')} }`;
  };
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const answer = success?.$ref === undefined ? success : components.responses[lastPart(success.$ref)];
  const repeatable = parameters.some((parameter) => parameter?.name === 'Idempotency-Key');
  return [
    `  /** ${operation.summary} */`,
    `  '${name}': {`,
    `    params: ${group('path')};`,
    `    query: ${group('query')};`,
    `    body: ${bodyOf(operation.requestBody)};`,
    `    data: ${dataOf(answer)};`,
    `    media: ${mediaOf(answer)};`,
    `    errors: ${unionOf(operation['x-errors'] ?? [])};`,
    ...(repeatable ? ['    repeatable: true;'] : []),
    '  };',
  ];
}

function bodyOf(body: Content | undefined): string {
  if (body === undefined) return 'undefined';
  const schema = body.content?.['application/json']?.schema;
  return schema === undefined ? 'BinaryBody' : typeOf(schema, '    ');
}

function dataOf(answer: Content | undefined): string {
  const schema = answer?.content?.['application/json']?.schema;
  if (schema === undefined) return 'unknown';
  // The client removes the envelope; a tool has its own envelope, with success first.
  const data = schema.allOf?.[1]?.properties?.['data'] ?? schema.anyOf?.[0]?.properties?.['data'] ?? schema;
  return typeOf(data, '    ');
}

function mediaOf(answer: Content | undefined): string {
  const types = Object.keys(answer?.content ?? {}).filter((type) => type !== 'application/json');
  return unionOf(types);
}

const unionOf = (values: readonly unknown[]): string =>
  values.length === 0 ? 'never' : values.map(literal).join(' | ');
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);

function typeOf(schema: JsonSchema, indent: string): string {
  if (schema.$ref !== undefined) return lastPart(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return unionOf(schema.enum);
  if (schema.anyOf !== undefined) return schema.anyOf.map((part) => typeOf(part, indent)).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent);
      return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
    }
    case 'object':
      return objectType(schema, indent);
    default:
      return 'unknown';
  }
}

function objectType(schema: JsonSchema, indent: string): string {
  const entries = Object.entries(schema.properties ?? {});
  const [named] = Object.values(schema.patternProperties ?? {});
  if (entries.length === 0 && named !== undefined) return `Record<string, ${typeOf(named, indent)}>`;
  if (entries.length === 0)
    return schema.additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>';
  const inner = `${indent}  `;
  const lines = entries.flatMap(([name, property]) => [
    ...(property.description === undefined ? [] : [`${inner}/** ${property.description} */`]),
    `${inner}${keyOf(name)}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(property, inner)};`,
  ]);
  const rest = schema.additionalProperties === true ? [`${inner}[name: string]: unknown;`] : [];
  return `{\n${[...lines, ...rest].join('\n')}\n${indent}}`;
}
