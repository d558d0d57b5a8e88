import { isWriting } from './kernel/http/row.ts';
import type { Module } from './kernel/module.ts';

const camel = (id: string) =>
  id.replace(/(?<![._-])[._-]+([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Drops the notes for the API document; a field may have the name of a note, and its value is a schema. */
function withoutNotes(key: string, value: unknown) {
  const isNote = key === 'description' || key === 'examples' || key.startsWith('x-');
  const isSchema = typeof value === 'object' && !Array.isArray(value);
  return isNote && !isSchema ? undefined : value;
}

/**
 * The schema of every request body for the portal's forms, so that forms and server validate alike. One
 * constant each, so that the build drops those that no form uses; the rest is one file of 5 kB, compressed.
 */
export function renderFormSchemas(modules: readonly Module[]): string {
  const lines = modules
    .flatMap(({ rows }) => rows)
    .filter((row) => isWriting(row) && row.body !== undefined)
    .map(
      (row) => `export const ${camel(row.id)}Body: BodySchema = ${JSON.stringify(row.body, withoutNotes)};`,
    );
  return [
    '// Generated from the code by `npm run generate`; do not edit.',
    "import type { BodySchema } from '../body-schema.ts';",
    '',
    ...lines.sort(),
    '',
  ].join('\n');
}
