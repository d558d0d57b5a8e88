import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';
import type { ActingCall, ActingPurpose, ActingRule } from '../../kernel/http/actor.ts';

const serviceOf = statement(
  'gov.applications.service',
  columnsOf('gov_applications', 'service_id'),
  (p: { id: string }) => sql`select service_id from gov_applications where id = ${p.id}`,
);
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Rows that list records: the database shows those of services that the right covers. */
export const actsOnEach: ActingRule = { act: 'view', service: 'each' };

/** Rows of the application `:id`. */
export const actsOnApplication = (act: ActingPurpose): ActingRule => ({
  act,
  service: async ({ params }: ActingCall, db: Reader) => {
    const { id } = params as { id: string };
    return uuid.test(id) ? (await db.first(serviceOf({ id })))?.service_id : undefined;
  },
});

/** Rows of the draft for `:service_id`. */
export const actsOnDraft = (act: ActingPurpose): ActingRule => ({
  act,
  service: async ({ params }) => (params as { service_id: string }).service_id.toLowerCase(),
});

/** Rows whose body names the service. */
export const actsForService: ActingRule = {
  act: 'apply',
  service: async ({ body }) => (body as { service_id: string }).service_id.toLowerCase(),
};
