import { IsArray, IsObject, type Static, type TSchema, Type } from 'typebox';
import { checkerOf } from '../../kernel/checker.ts';
import { Activity, Certificates, Devices, Representations, Signers, Summary } from './answers.ts';
import { readAnswer } from './guarded-send.ts';

/** An upstream's JSON (wire-services 10.1): the provider's records in snake case, within `data`. */

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function snakeCased(schema: TSchema): TSchema {
  if (IsArray(schema))
    return Type.Array(snakeCased(schema.items), { maxItems: Number(Reflect.get(schema, 'maxItems')) });
  if (!IsObject(schema)) return schema;
  return Type.Object(
    Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [toSnake(name), snakeCased(inner)]),
    ),
  );
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [toCamel(name), camelCased(inner)]));
}

function readerOf<S extends TSchema>(schema: S): (text: string) => Static<S> {
  const shape = checkerOf(Type.Object({ data: snakeCased(schema) }));
  return (text) => camelCased(readAnswer(text, shape).data) as Static<S>;
}

export const readSummary = readerOf(Summary);
export const readCertificates = readerOf(Certificates);
export const readDevices = readerOf(Devices);
export const readActivity = readerOf(Activity);
export const readRepresentations = readerOf(Type.Object({ items: Representations }));
export const readSigners = readerOf(Type.Object({ items: Signers }));
