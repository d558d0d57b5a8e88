import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from './audit/events.ts';
import { type ErrorDefinition, kernelErrors } from './http/errors.ts';
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
  /** Setup that rows cannot express: hooks on other rows, WebSockets, cleanup on close. */
  readonly attach?: (http: FastifyInstance) => void;
}

/**
 * Generated documents list catalogues, not rows, so an error or event that a row names outside its catalogue
 * would be undocumented.
 */
export function checkCatalogues(modules: readonly Module[]): void {
  const errors = new Set([kernelErrors, ...modules.map((module) => module.errors)].flatMap(Object.values));
  const events = new Set(modules.flatMap((module) => Object.values(module.events)));
  const problems = modules.flatMap(({ name, rows }) =>
    rows.flatMap((row) => [
      ...row.errors
        .filter((error) => !errors.has(error))
        .map(
          ({ code }) =>
            `${row.id} names the error "${code}": add it to modules/${name}/errors.ts and hand that catalogue to the module`,
        ),
      ...(isWriting(row) && !('notAudited' in row.audit) ? row.audit : [])
        .filter((event) => !events.has(event))
        .map(
          ({ action }) =>
            `${row.id} names the event "${action}": add it to modules/${name}/events.ts and hand that catalogue to the module`,
        ),
    ]),
  );
  if (problems.length > 0) throw new Error(`no catalogue lists it:\n  ${problems.join('\n  ')}`);
}
