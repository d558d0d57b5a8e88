import { asList, at, isMap, type JsonMap, pointer, refuse } from './json.ts';
import { findTarget } from './references.ts';
import { maxDocumentBytes, methods } from './schemas.ts';

const maxDepth = 64;
const maxOperations = 1000;
/** References are followed again and again, so a long one would multiply its cost. */
const maxReference = 500;
const besideMethods = ['$ref', 'summary', 'description', 'servers', 'parameters'];

/** Parses the text and refuses anything but a self-contained OpenAPI 3.0 or 3.1 document, saying what and where. */
export function checkDocument(text: string): JsonMap {
  if (Buffer.byteLength(text) > maxDocumentBytes)
    refuse('', {
      mn: 'Баримт 1 MiB-ээс том байна. Жишээ, тайлбарыг нь багасгана уу.',
      en: 'The document is larger than 1 MiB. Shorten its examples and descriptions.',
    });
  const document = parse(text);
  checkReferences(document);
  checkHead(document);
  checkPaths(document);
  return document;
}

function parse(text: string): JsonMap {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    refuse('', {
      mn: 'Файл JSON биш байна. YAML бол эхлээд JSON болгоно уу.',
      en: 'The file is not JSON. Convert a YAML file to JSON first.',
    });
  }
  if (isMap(document)) return document;
  return refuse('', { mn: 'Баримт JSON объект байх ёстой.', en: 'The document must be a JSON object.' });
}

/** Without recursion: the nesting of a file is its author's choice. */
function checkReferences(document: JsonMap): void {
  const left: { value: unknown; where: string; depth: number }[] = [{ value: document, where: '', depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, where, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth)
      refuse(where, { mn: 'Хэт олон давхар бүтэцтэй байна.', en: 'The document is nested too deeply here.' });
    const reference = at(value, '$ref');
    if (typeof reference === 'string') checkReference(document, reference, where);
    for (const [key, part] of Object.entries(value))
      if (typeof part === 'object') left.push({ value: part, where: where + pointer(key), depth: depth + 1 });
  }
}

function checkReference(document: JsonMap, reference: string, where: string): void {
  if (reference.length > maxReference)
    refuse(where, { mn: 'Энэ $ref хэт урт байна.', en: 'This $ref is too long.' });
  if (!reference.startsWith('#/'))
    refuse(where, {
      mn: 'Энэ $ref баримтын гадна заасан байна. Зөвхөн «#/»-ээр эхэлсэн холбоос хүлээн авна.',
      en: 'This $ref leads outside the document. Only references that begin with “#/” are accepted.',
    });
  if (findTarget(document, reference) === undefined)
    refuse(where, {
      mn: 'Энэ $ref-ийн заасан зүйл баримтад алга.',
      en: 'This $ref leads to nothing in the document.',
    });
}

function checkHead(document: JsonMap): void {
  if (at(document, 'swagger') !== undefined)
    refuse('/swagger', {
      mn: 'Swagger 2 хүлээн авахгүй. Баримтаа OpenAPI 3.0 эсвэл 3.1 болгоно уу.',
      en: 'Swagger 2 is not accepted. Convert the document to OpenAPI 3.0 or 3.1.',
    });
  const version = at(document, 'openapi');
  if (typeof version !== 'string' || !/^3\.[01]\.\d+/.test(version))
    refuse('/openapi', {
      mn: 'Хувилбар 3.0.x эсвэл 3.1.x байх ёстой.',
      en: 'The version must be 3.0.x or 3.1.x.',
    });
  const title = at(at(document, 'info'), 'title');
  if (typeof title !== 'string' || title.trim() === '')
    refuse('/info/title', { mn: 'Гарчиг алга.', en: 'The title is missing.' });
}

function checkPaths(document: JsonMap): void {
  const paths = at(document, 'paths');
  if (!isMap(paths)) refuse('/paths', { mn: 'paths объект алга.', en: 'The object “paths” is missing.' });
  let count = 0;
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    const where = pointer('paths', path);
    if (!path.startsWith('/'))
      refuse(where, { mn: 'Зам «/»-ээр эхлэх ёстой.', en: 'A path must begin with “/”.' });
    if (!isMap(item)) refuse(where, { mn: 'Объект байх ёстой.', en: 'This must be an object.' });
    count += checkPathItem(item, where);
  }
  if (count > maxOperations)
    refuse('/paths', {
      mn: `Үйлдэл ${maxOperations}-аас олон байна.`,
      en: `There are more than ${maxOperations} operations.`,
    });
}

function checkPathItem(item: JsonMap, where: string): number {
  let count = 0;
  for (const [key, operation] of Object.entries(item)) {
    if (besideMethods.includes(key) || key.startsWith('x-')) continue;
    if (!methods.some((method) => method === key))
      refuse(where + pointer(key), {
        mn: `Ийм үйлдэл алга. Боломжтой нь: ${methods.join(', ')}.`,
        en: `This is no method that the gateway forwards. Those are: ${methods.join(', ')}.`,
      });
    if (!isMap(operation))
      refuse(where + pointer(key), { mn: 'Объект байх ёстой.', en: 'This must be an object.' });
    for (const [index, parameter] of asList(at(operation, 'parameters')).entries())
      if (!isMap(parameter))
        refuse(where + pointer(key, 'parameters', index), {
          mn: 'Объект байх ёстой.',
          en: 'This must be an object.',
        });
    count += 1;
  }
  return count;
}
