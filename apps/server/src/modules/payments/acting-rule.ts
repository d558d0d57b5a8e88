import { sql } from 'kysely';
import { statement } from '../../kernel/db/query.ts';
import { computed, nullable } from '../../kernel/db/row-shape.ts';
import type { ActingPurpose, ActingRule } from '../../kernel/http/actor.ts';

const serviceOf = statement(
  'payments.service',
  { service_id: nullable(computed('uuid')) },
  (p: { id: string }) => sql`
    select application_service(application_id) as service_id from gov_payments where id = ${p.id}`,
);
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Rows of the payment `:id`; one that is for no application belongs to no service. */
export const actsOnPayment = (act: ActingPurpose): ActingRule => ({
  act,
  service: async ({ params }, db) => {
    const { id } = params as { id: string };
    return uuid.test(id) ? (await db.first(serviceOf({ id })))?.service_id : undefined;
  },
});
