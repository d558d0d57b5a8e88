interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  $ref?: string;
}

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, { content?: { 'application/json'?: { schema: JsonSchema } } }>;
}

/** TypeScript types of every operation, from the same document the server publishes. */
export function renderClientTypes(document: object): string {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> };
  const lines = [
    '// Generated from the OpenAPI document by `npm run generate`; do not edit.',
    '',
    'export interface Operations {',
  ];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      lines.push(...renderOperation(path, method, operation));
  return [...lines, '}', ''].join('\n');
}

function renderOperation(path: string, method: string, operation: Operation): string[] {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const body = success?.content?.['application/json']?.schema;
  // Where success and failure share a status, success comes first.
  const data = (body?.anyOf?.[0] ?? body)?.properties?.['data'] ?? body;
  const group = (where: 'path' | 'query') => {
    const found = (operation.parameters ?? []).filter((parameter) => parameter.in === where);
    if (found.length === 0) return 'undefined';
    return `{ ${found.map((parameter) => `${parameter.name}${parameter.required ? '' : '?'}: ${typeOf(parameter.schema)}`).join('; ')} }`;
  };
  return [
    `  /** ${operation.summary} */`,
    `  '${method.toUpperCase()} ${path}': {`,
    `    params: ${group('path')};`,
    `    query: ${group('query')};`,
    `    body: ${operation.requestBody === undefined ? 'undefined' : typeOf(operation.requestBody.content['application/json'].schema)};`,
    `    data: ${data === undefined ? 'unknown' : typeOf(data)};`,
    '  };',
  ];
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType(schema: JsonSchema): string {
  const entries = Object.entries(schema.properties ?? {});
  const [named] = Object.values(schema.patternProperties ?? {});
  if (entries.length === 0 && named !== undefined) return `Record<string, ${typeOf(named)}>`;
  if (entries.length === 0)
    return schema.additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>';
  const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
  return `{ ${entries.map(([name, property]) => `${key(name)}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(property)}`).join('; ')} }`;
}
