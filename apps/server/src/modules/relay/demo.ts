import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { respond } from './answers.ts';
import { countPlatforms, listDemoAnswerable, listDemoForwardable } from './demo-store.ts';
import { events } from './events.ts';
import { forward } from './forward.ts';
import { ingest, type RelayIdentity } from './ingest.ts';
import { findPlatformByCode } from './platform-store.ts';
import { createPlatform, createRoute, type PlatformDeps } from './platforms.ts';
import { takeLock } from './sweep-store.ts';

export interface DemoDeps extends PlatformDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  self: RelayIdentity;
  random?: () => number;
}

const platforms = [
  { code: 'ward-office', name: 'Хорооны алба', direction: 'downstream' },
  { code: 'police', name: 'Цагдаагийн байгууллага', direction: 'downstream' },
  { code: 'tax', name: 'Татварын алба', direction: 'downstream' },
  { code: 'civil-registry', name: 'Улсын бүртгэл', direction: 'downstream' },
  { code: 'state-portal', name: 'Төрийн нэгдсэн портал', direction: 'upstream' },
] as const;
const routes = [
  ['residence-cert', 'ward-office', 30],
  ['residence-cert', 'civil-registry', 45],
  ['background-check', 'police', 60],
  ['tax-clearance', 'tax', 40],
] as const;

export async function seedRelay(deps: DemoDeps, now: Date): Promise<void> {
  await work(deps, now, 'relay demo seed', (tx) => seedPlatforms(deps, tx));
}

/** Once, on a relay without platforms; gives the number of new ones. */
export async function seedPlatforms(deps: PlatformDeps, tx: WriteTx): Promise<number> {
  if (!(await takeLock(tx, 'relay.demo')) || (await countPlatforms(tx)) > 0) return 0;
  const ids = new Map<string, string>();
  for (const platform of platforms) {
    const { id } = await createPlatform(deps, tx, {
      ...platform,
      endpoint_url: 'demo://loopback',
      enabled: true,
    });
    ids.set(platform.code, id);
  }
  for (const [service_code, code, sla_minutes] of routes)
    await createRoute(tx, { service_code, platform_id: ids.get(code) ?? '', sla_minutes });
  return platforms.length;
}

/** An agency of the sandbox that answers about people. */
export interface DemoAgency {
  code: string;
  name: string;
  endpointUrl: string;
  secret: string;
  /** Services of the exchange that are routed to it. */
  serviceCodes: readonly string[];
}

const agencySlaMinutes = 15;

/** Each agency that is not registered yet, with its routes. */
export async function seedAgencies(
  deps: DemoDeps,
  now: Date,
  agencies: readonly DemoAgency[],
): Promise<void> {
  await work(deps, now, 'relay demo agencies', async (tx) => {
    if (!(await takeLock(tx, 'relay.demo'))) return 0;
    let made = 0;
    for (const { code, name, endpointUrl, secret, serviceCodes } of agencies) {
      if ((await findPlatformByCode(tx, code)) !== undefined) continue;
      const { id } = await createPlatform(deps, tx, {
        code,
        name,
        endpoint_url: endpointUrl,
        webhook_secret: secret,
        enabled: true,
      });
      for (const service_code of serviceCodes)
        await createRoute(tx, { service_code, platform_id: id, sla_minutes: agencySlaMinutes });
      made += 1;
    }
    return made;
  });
}

const heldMs = 20_000;
const answeredShare = 0.6;

/** Agencies of the demonstration answer, and answers go up; one instance does it at a time. */
export async function answerDemo(deps: DemoDeps, now: Date, log: Logger): Promise<void> {
  const random = deps.random ?? Math.random;
  const before = new Date(now.getTime() - heldMs);
  await work(deps, now, 'relay demo answers', async (tx) => {
    if (!(await takeLock(tx, 'relay.demo'))) return 0;
    const open = (await listDemoAnswerable(tx, before)).filter(() => random() < answeredShare);
    let done = 0;
    for (const { id } of open) {
      const status = random() < 0.9 ? 'done' : 'rejected';
      await respond(tx, deps.self, id, { status, result: { note: 'demo' } }).then(
        () => {
          done += 1;
        },
        (error: unknown) => log.debug({ err: error }, 'a demonstration answer was overtaken'),
      );
    }
    const ready = await listDemoForwardable(tx);
    for (const { request_id, code } of ready) await forward(tx, deps.self, request_id, code);
    return done + ready.length;
  });
}

const windowMs = 90_000;

export async function ingestDemo(deps: DemoDeps, now: Date): Promise<void> {
  const random = deps.random ?? Math.random;
  const [service_code] = routes[Math.floor(random() * routes.length)] ?? routes[0];
  await work(deps, now, 'relay demo request', async (tx) => {
    if (!(await takeLock(tx, 'relay.demo'))) return 0;
    await ingest(tx, deps.self, {
      service_code,
      source_platform: 'state-portal',
      external_ref: randomUUID(),
      title: 'Demo',
      due_at: new Date(now.getTime() + windowMs).toISOString(),
    });
    return 1;
  });
}

const work = (deps: DemoDeps, now: Date, what: string, run: (tx: WriteTx) => Promise<number>) =>
  unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what, events: Object.values(events), auditRequired: (count: number) => count > 0 },
    run,
  );
