import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from './audit/events.ts';
import type { ErrorDefinition } from './http/errors.ts';
import type { Mount, Row } from './http/row.ts';
import type { Job } from './jobs/jobs.ts';
import type { SealedColumn } from './security/reseal.ts';

/** What a capability hands to the server: its table of rows and what they may say. */
export interface Module {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly mounts?: readonly Mount[];
  readonly errors: Readonly<Record<string, ErrorDefinition>>;
  readonly events: Readonly<Record<string, AuditEvent>>;
  readonly jobs?: readonly Job[];
  readonly sealed?: readonly SealedColumn[];
  /** What rows cannot say: watching other rows' traffic, WebSockets, letting go when the server closes. */
  readonly attach?: (http: FastifyInstance) => void;
}
