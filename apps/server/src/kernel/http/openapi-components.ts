import type { TSchema } from 'typebox';
import { listOf } from './schemas.ts';
import { pageOf } from './time-cursor.ts';

/** Names of schemas in the OpenAPI document, and of the client's types. */
export type SchemaNames = Readonly<Record<string, TSchema>>;

export interface SchemaComponents {
  /** The named schemas that were referenced so far. */
  readonly schemas: Readonly<Record<string, object>>;
  /** The schema as the document shows it: a named part becomes a reference. */
  refer(schema: TSchema): object;
}

/**
 * Names stay outside the schemas and are matched by structure: validators and serialisers compile the same
 * objects as without names, and a copy that TypeBox makes (`Type.Optional`) keeps its name.
 */
export function createComponents(modules: readonly SchemaNames[]): SchemaComponents {
  const names = readNames(modules.flatMap((module) => Object.entries(module)));
  const schemas: Record<string, object> = {};
  const referParts = (part: object) =>
    Object.fromEntries(Object.entries(part).map(([key, value]) => [key, referPart(value)]));
  const referPart = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(referPart);
    if (typeof part !== 'object' || part === null) return part;
    if ('x-shown-as' in part) return referPart(part['x-shown-as']);
    const name = names.get(JSON.stringify(part));
    if (name === undefined) return referParts(part);
    schemas[name] ??= referParts(part);
    return { $ref: `#/components/schemas/${name}` };
  };
  return { schemas, refer: (schema) => referPart(JSON.parse(JSON.stringify(schema))) as object };
}

/** Matched by structure; lists and pages of a named schema derive their names from it. */
function readNames(given: readonly (readonly [string, TSchema])[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [name, schema] of given) {
    const structure = JSON.stringify(schema);
    const other = names.get(structure);
    if (other !== undefined)
      throw new Error(
        `one schema has two names: ${other} and ${name}; use one name, or give each a description`,
      );
    if (taken.has(name)) throw new Error(`two schemas have the name ${name}`);
    names.set(structure, name);
    taken.add(name);
  }
  for (const [name, schema] of given)
    for (const [derived, list] of [
      [`${name}List`, listOf(schema)],
      [`${name}Page`, pageOf(schema)],
    ] as const)
      if (!taken.has(derived) && !names.has(JSON.stringify(list))) names.set(JSON.stringify(list), derived);
  return names;
}
