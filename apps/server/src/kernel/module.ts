import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from './audit/events.ts';
import { type ErrorDefinition, kernelErrors } from './http/errors.ts';
import { findProofProblems } from './http/fresh-proof.ts';
import type { SchemaNames } from './http/openapi-components.ts';
import { isWriting, type Mount, type Row } from './http/row.ts';
import type { Job } from './jobs/jobs.ts';
import type { SealedColumn } from './security/reseal.ts';

/** A capability of the server: its rows and their errors and events. */
export interface Module {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly mounts?: readonly Mount[];
  readonly errors: Readonly<Record<string, ErrorDefinition>>;
  readonly events: Readonly<Record<string, AuditEvent>>;
  /** Schemas of its rows that become named components of the OpenAPI document. */
  readonly schemas?: SchemaNames;
  readonly jobs?: readonly Job[];
  readonly sealed?: readonly SealedColumn[];
  /** All its rows work while the platform is read-only: people sign in to read, and operators work. */
  readonly openInMaintenance?: true;
  /** Work that a schedule is too slow for, started on processes that take jobs; stopping waits for what has begun. */
  readonly work?: () => { stop(): Promise<void> };
  /** Setup that rows cannot express: hooks on other rows, WebSockets, cleanup on close. */
  readonly attach?: (http: FastifyInstance) => void;
}

/**
 * Refuses modules that would start with an undocumented error or event, an ambiguous id, or a path that never
 * matches. Types cannot exclude any of them: a misspelt name is `undefined` at run time.
 */
export function checkModules(modules: readonly Module[]): void {
  const catalogues = modules.flatMap(({ name, ...module }) =>
    (['errors', 'events'] as const)
      .filter((catalogue) => module[catalogue] === undefined)
      .map(
        (catalogue) => `module ${name} has no ${catalogue}: give it { } or modules/${name}/${catalogue}.ts`,
      ),
  );
  const problems = [...catalogues, ...findRepeatedIds(modules), ...modules.flatMap(findBadPaths)];
  if (catalogues.length === 0) problems.push(...findUnlisted(modules));
  if (problems.length === 0) problems.push(...modules.flatMap(({ rows }) => rows.flatMap(findProofProblems)));
  if (problems.length > 0) throw new Error(`modules are incomplete:\n  ${problems.join('\n  ')}`);
}

/** Generated documents list catalogues, not rows: an error or event outside its catalogue is undocumented. */
function findUnlisted(modules: readonly Module[]): string[] {
  const errors = new Set([kernelErrors, ...modules.map((module) => module.errors)].flatMap(Object.values));
  const events = new Set(modules.flatMap((module) => Object.values(module.events)));
  const unlisted = (row: Row, kind: 'error' | 'event', name: string | undefined, module: string) =>
    name === undefined
      ? `${row.id} names an ${kind} that modules/${module}/${kind}s.ts does not define: check its spelling`
      : `${row.id} names the ${kind} "${name}": add it to modules/${module}/${kind}s.ts and hand that catalogue to the module`;
  return modules.flatMap(({ name, rows }) =>
    rows.flatMap((row) => [
      ...row.errors
        .filter((error) => !errors.has(error))
        .map((error) => unlisted(row, 'error', error?.code, name)),
      ...(isWriting(row) && !('notAudited' in row.audit) ? row.audit : [])
        .filter((event) => !events.has(event))
        .map((event) => unlisted(row, 'event', event?.action, name)),
    ]),
  );
}

/** Two rows of one id would share their Idempotency-Keys, and one of two operations in the OpenAPI document. */
function findRepeatedIds(modules: readonly Module[]): string[] {
  const ids = modules.flatMap(({ rows, mounts = [] }) => [...rows, ...mounts].map(({ id }) => id));
  const known = new Set<string>();
  return ids
    .filter((id) => known.size === known.add(id).size)
    .map((id) => `two rows have the id ${id}: give one of them another id`);
}

/** Fastify would match the braces of an OpenAPI path literally, so the row would never be found. */
const findBadPaths = ({ rows }: Module): string[] =>
  rows
    .filter(({ path }) => path.includes('{'))
    .map(({ id, path }) => `${id} has the path ${path}: write a parameter as :id`);
