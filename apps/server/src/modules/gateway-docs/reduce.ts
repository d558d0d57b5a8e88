import { listFields, typeOf } from './body-fields.ts';
import { isJsonType, maxExample, writeExample } from './example.ts';
import { asList, at, isMap, type JsonMap, plainText } from './json.ts';
import { createResolver, type Resolve, refuseGrowth } from './references.ts';
import { methods, type Operation, type OperationBody, type Parameter } from './schemas.ts';

/** Text of the whole reduced form: repeated references multiply what a small file says. */
const maxCharacters = 2_000_000;

export interface ReducedDocument {
  title: string;
  description: string;
  version: string;
  operations: Operation[];
}

/** OpenAPI gives these headers a meaning of their own; a parameter of this name is ignored. */
const reservedHeaders = ['accept', 'content-type', 'authorization', 'cookie'];
const mediaType = /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/i;

interface Reducer {
  resolve: Resolve;
  text(value: unknown, maxLength: number): string;
}

/** Keeps what a reader needs of a checked document, as plain text in a shape of our own. */
export function reduceDocument(document: JsonMap): ReducedDocument {
  let characters = 0;
  const reducer: Reducer = {
    resolve: createResolver(document),
    text: (value, maxLength) => {
      const kept = plainText(value, maxLength);
      characters += kept.length;
      if (characters > maxCharacters) refuseGrowth();
      return kept;
    },
  };
  const info = at(document, 'info');
  return {
    title: reducer.text(at(info, 'title'), 200) || '?',
    description: reducer.text(at(info, 'description'), 4000),
    version: reducer.text(at(info, 'version'), 60),
    operations: listOperations(reducer, document),
  };
}

function listOperations(reducer: Reducer, document: JsonMap): Operation[] {
  const taken = new Set<string>();
  const operations: Operation[] = [];
  for (const [path, given] of Object.entries(at(document, 'paths') as JsonMap)) {
    if (!path.startsWith('/')) continue;
    const item = reducer.resolve(given);
    for (const method of methods) {
      const operation = at(item, method);
      if (!isMap(operation)) continue;
      const slug = `${method}${path.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.slice(0, 100);
      const id = taken.has(slug) ? `${slug}-${operations.length}` : slug;
      taken.add(id);
      operations.push({
        id,
        method,
        path: reducer.text(path, 500),
        summary: reducer.text(at(operation, 'summary') ?? at(item, 'summary'), 200),
        description: reducer.text(at(operation, 'description') ?? at(item, 'description'), 4000),
        deprecated: at(operation, 'deprecated') === true,
        parameters: listParameters(reducer, item, operation),
        body: readBody(reducer, at(operation, 'requestBody')),
        answers: Object.entries(reducer.resolve(at(operation, 'responses'))).map(([status, answer]) => ({
          status: reducer.text(status, 10),
          description: reducer.text(at(reducer.resolve(answer), 'description'), 1000),
        })),
      });
    }
  }
  return operations;
}

/** Those of the operation replace those of its path with the same name and place. */
function listParameters({ resolve, text }: Reducer, item: JsonMap, operation: JsonMap): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const given of [...asList(at(item, 'parameters')), ...asList(at(operation, 'parameters'))]) {
    const parameter = resolve(given);
    const name = text(at(parameter, 'name'), 200);
    const place = at(parameter, 'in');
    if (name === '' || (place !== 'path' && place !== 'query' && place !== 'header')) continue;
    if (place === 'header' && reservedHeaders.includes(name.toLowerCase())) continue;
    const schema = resolve(at(parameter, 'schema'));
    const example = at(parameter, 'example') ?? at(schema, 'example') ?? at(schema, 'default');
    found.set(`${place} ${name}`, {
      name,
      in: place,
      type: typeOf(resolve, text, schema),
      required: place === 'path' || at(parameter, 'required') === true,
      description: text(at(parameter, 'description'), 1000),
      example: typeof example === 'object' || example === undefined ? '' : text(String(example), 200),
    });
  }
  return [...found.values()];
}

function readBody({ resolve, text }: Reducer, given: unknown): OperationBody | null {
  const body = resolve(given);
  const contents = Object.entries(resolve(at(body, 'content')))
    // `application/json; charset=utf-8` is JSON too.
    .map(([name, media]): [string, unknown] => [(name.split(';', 1)[0] ?? '').trim(), media])
    .filter(([name]) => mediaType.test(name));
  const [type, media] = contents.find(([name]) => isJsonType(name)) ?? contents[0] ?? [];
  if (type === undefined) return null;
  return {
    media_type: text(type, 121),
    required: at(body, 'required') === true,
    ...listFields(resolve, text, at(media, 'schema')),
    example: text(writeExample(resolve, type, media), maxExample),
  };
}
