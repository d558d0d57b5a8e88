import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, selectionOf } from '../../kernel/db/row-shape.ts';
import { namesOf } from '../../kernel/http/fields.ts';
import { GuideStep, RegistryLifeEvent } from './schemas.ts';

const lifeEvent = columnsOf('registry_life_events', namesOf(RegistryLifeEvent.properties));
const eventColumns = selectionOf(lifeEvent);
const step = columnsOf('registry_guide_steps', namesOf(GuideStep.properties));
const stepColumns = selectionOf(step);
const placedStep = { ...step, ...columnsOf('registry_guide_steps', 'life_event_id') };
const placedColumns = selectionOf(placedStep);

const oneEvent = statement(
  'registry.life_event',
  lifeEvent,
  (p: { id: string }) => sql`select ${eventColumns} from registry_life_events where id = ${p.id}`,
);
export const findLifeEvent = (db: Reader | Tx, id: string): Promise<RegistryLifeEvent | undefined> =>
  db.first(oneEvent({ id }));

const ofEvent = statement(
  'registry.guide_steps.of_event',
  step,
  (p: { eventId: string }) => sql`
    select ${stepColumns} from registry_guide_steps where life_event_id = ${p.eventId} order by position`,
);
export const listStepsOf = (db: Reader | Tx, eventId: string): Promise<GuideStep[]> =>
  db.run(ofEvent({ eventId }));

export type PlacedStep = GuideStep & { life_event_id: string };
const all = statement(
  'registry.guide_steps',
  placedStep,
  () => sql`select ${placedColumns} from registry_guide_steps order by life_event_id, position`,
);
export const listGuideSteps = (db: Reader): Promise<PlacedStep[]> => db.run(all());

const holdServices = statement(
  'registry.guide_steps.hold_services',
  columnsOf('registry_services', 'id'),
  (p: { ids: readonly string[] }) => sql`
    select id from registry_services where id = any(${p.ids}::uuid[]) order by id for key share`,
);
/** Returns the ids that exist. Locked before the event, in the same order as in passport writes. */
export const lockServices = async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
  (await tx.run(holdServices({ ids }))).map(({ id }) => id);

const lockEvent = statement(
  'registry.life_event.lock',
  lifeEvent,
  (p: { id: string }) => sql`
    select ${eventColumns} from registry_life_events where id = ${p.id} for no key update`,
);
export const lockLifeEvent = (tx: Tx, id: string): Promise<RegistryLifeEvent | undefined> =>
  tx.first(lockEvent({ id }));

const drop = statement(
  'registry.guide_steps.drop',
  (p: { eventId: string }) => sql`delete from registry_guide_steps where life_event_id = ${p.eventId}`,
);
const add = statement(
  'registry.guide_steps.add',
  (p: { eventId: string; steps: string }) => sql`
    insert into registry_guide_steps (id, life_event_id, position, service_id, how, title, title_en, body, body_en)
    select (step->>'id')::uuid, ${p.eventId}, at, (step->>'service_id')::uuid, step->>'how', step->>'title',
      step->>'title_en', step->>'body', step->>'body_en'
    from json_array_elements(${p.steps}::json) with ordinality as given (step, at)`,
);
const touch = statement(
  'registry.life_event.touch',
  (p: { id: string; now: Date }) => sql`
    update registry_life_events set updated_at = ${p.now} where id = ${p.id}`,
);
/** Replaces all steps. The event must be locked. */
export async function setSteps(
  tx: Tx,
  eventId: string,
  steps: readonly GuideStep[],
  now: Date,
): Promise<void> {
  await tx.change(drop({ eventId }));
  await tx.change(add({ eventId, steps: JSON.stringify(steps) }));
  await tx.change(touch({ id: eventId, now }));
}
