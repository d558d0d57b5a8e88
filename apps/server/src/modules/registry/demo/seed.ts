import { createHash } from 'node:crypto';
import { type Outbox, unitOfWork, type WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { findAuthorities, insertAuthority } from '../../authorities/index.ts';
import { announceChange } from '../changes.ts';
import { events } from '../events.ts';
import { completeStep } from '../guide-steps.ts';
import { setSteps } from '../guide-store.ts';
import { completeFacts } from '../passports.ts';
import { publishPassport } from '../publish.ts';
import { insertService, isEmptyRegistry, setEvidences, setLifeEvents } from '../store.ts';
import { completeEvidence, completeLifeEvent } from '../vocabulary.ts';
import { insertEvidence, insertLifeEvent } from '../vocabulary-store.ts';
import { evidences } from './evidences.ts';
import { type DemoStep, guides } from './guides.ts';
import { lifeEvents } from './life-events.ts';
import { type DemoService, services } from './services.ts';

export interface SeedDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
}

/** Seeds a demonstration catalogue into an empty registry, completely or not at all. */
export function seedDemo(deps: SeedDeps): Promise<'seeded' | 'unchanged'> {
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
    {
      what: 'the demonstration catalogue',
      events: [events.demoSeeded, events.servicePublished],
      auditRequired: (outcome) => outcome === 'seeded',
    },
    async (tx) => {
      if (!(await isEmptyRegistry(tx))) return 'unchanged';
      await layCatalogue(tx);
      return 'seeded';
    },
  );
}

async function layCatalogue(tx: WriteTx): Promise<void> {
  const { now } = tx;
  for (const event of lifeEvents)
    await insertLifeEvent(tx, { id: idOf(event.code), facts: completeLifeEvent(event), now });
  for (const evidence of evidences)
    await insertEvidence(tx, {
      id: idOf(evidence.code),
      code: evidence.code,
      facts: completeEvidence(evidence),
      now,
    });
  const authorityIds = await layAuthorities(tx);
  for (const service of services) await layService(tx, service, authorityIds);
  for (const [event, steps] of Object.entries(guides)) await layGuide(tx, event, steps);
  tx.audit(events.demoSeeded, {
    metadata: { services: services.length, evidences: evidences.length, life_events: lifeEvents.length },
  });
  announceChange(tx);
}

/** The authorities that the samples name; an existing record of the name is used. */
async function layAuthorities(tx: WriteTx): Promise<ReadonlyMap<string, string>> {
  for (const { authority, authority_en } of services)
    await insertAuthority(tx, {
      name: authority,
      name_en: authority_en,
      short_name: '',
      phone: '',
      email: '',
      website: '',
      now: tx.now,
    });
  const found = await findAuthorities(
    tx,
    services.map(({ authority }) => authority),
  );
  return new Map(found.map(({ id, name }) => [name, id]));
}

async function layService(
  tx: WriteTx,
  { code, lifeEvents: eventCodes, asked, pulled, ...body }: DemoService,
  authorityIds: ReadonlyMap<string, string>,
): Promise<void> {
  const id = idOf(code);
  const eventIds = eventCodes.map(idOf);
  const facts = {
    ...completeFacts({ ...body, life_event_id: eventIds[0] ?? null }, 'en'),
    authority_id: authorityIds.get(body.authority) ?? '',
  };
  await insertService(tx, { id, code, facts, demo: true, now: tx.now });
  await setLifeEvents(tx, id, eventIds);
  await setEvidences(
    tx,
    id,
    [...asked, ...pulled].map((evidence) => ({
      evidence_id: idOf(evidence),
      required: true,
      from_citizen: asked.includes(evidence),
      note: '',
      note_en: '',
    })),
  );
  await publishPassport(tx, id, { userId: null, changeNote: '', confirmed: true });
}

async function layGuide(tx: WriteTx, event: string, steps: readonly DemoStep[]): Promise<void> {
  const laid = steps.map(({ service, ...step }, at) => ({
    ...completeStep({ ...step, service_id: service === undefined ? null : idOf(service) }, at),
    id: idOf(`${event}:${service ?? step.title_en}`),
  }));
  await setSteps(tx, idOf(event), laid, tx.now);
}

/** Stable ids: a service that was deleted and seeded again keeps its id. */
function idOf(code: string): string {
  const hex = createHash('sha256').update(`tamga.demo:${code}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
