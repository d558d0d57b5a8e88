import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Refused, type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import { askForFreshProof } from '../superadmin/index.ts';
import { clientsChannel } from './client-directory.ts';
import { normalizeTags } from './client-facts.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { checkPlatformSurface, isPlatformScope } from './platform-surfaces.ts';
import type { UpstreamBody, UpstreamView } from './schemas.ts';
import { askAdministrator } from './sensitive.ts';
import { checkUpstreamHost } from './upstream-host.ts';
import {
  deleteUpstream,
  findUpstreamForUpdate,
  insertUpstream,
  lockUpstreamNames,
  type UpstreamFacts,
  updateUpstream,
} from './upstream-store.ts';
import { viewUpstream } from './view.ts';

const addressFields: readonly (keyof UpstreamFacts)[] = ['protocol', 'host', 'port', 'path'];
const defaultMaxBodyBytes = 100 * 1024 * 1024;

export async function createUpstream(
  tx: WriteTx,
  guard: AddressGuard<'gateway'>,
  body: UpstreamBody,
): Promise<UpstreamView> {
  const facts = upstreamFactsOf(body, guard);
  checkPlatformSurface({ ...facts, scope: `svc:${facts.name}` });
  await lockUpstreamNames(tx);
  const upstream = await insertUpstream(tx, facts, tx.now);
  if (upstream === undefined) fail(errors.code_exists);
  tx.audit(events.upstreamCreated, {
    target: upstream.id,
    metadata: { name: upstream.name, scope: upstream.scope },
  });
  announce(tx, upstream.id);
  return viewUpstream(upstream);
}

/** A full replacement: an omitted field gets its default. The scope never changes. */
export async function changeUpstream(
  tx: WriteTx,
  guard: AddressGuard<'gateway'>,
  actor: Actor,
  id: string,
  body: UpstreamBody,
): Promise<UpstreamView | Unchanged<UpstreamView> | Refused> {
  const facts = upstreamFactsOf(body, guard);
  await lockUpstreamNames(tx);
  const current = (await findUpstreamForUpdate(tx, id)) ?? fail(kernelErrors.not_found);
  const changed = (Object.keys(facts) as (keyof UpstreamFacts)[]).filter(
    (field) => JSON.stringify(facts[field]) !== JSON.stringify(current[field]),
  );
  if (changed.length === 0) return unchanged(viewUpstream(current));
  checkPlatformSurface({ ...facts, scope: current.scope });
  // The calls of every application carry people's data to this address.
  const isMoved = changed.some((field) => addressFields.includes(field));
  const asked =
    (await askForPlatform(tx, actor, current)) ?? (isMoved ? await askForFreshProof(tx, actor) : undefined);
  if (asked !== undefined) return asked;
  const upstream = (await updateUpstream(tx, id, facts, tx.now)) ?? fail(errors.code_exists);
  tx.audit(events.upstreamChanged, {
    target: id,
    metadata: { name: upstream.name, changed: changed.sort(), enabled: upstream.enabled },
  });
  announce(tx, id);
  return viewUpstream(upstream);
}

/** Services of the platform: switching one off or deleting it ends a power of every application at once. */
const askForPlatform = async (
  tx: WriteTx,
  actor: Actor,
  { scope }: { scope: string },
): Promise<Refused | undefined> => (isPlatformScope(scope) ? askAdministrator(tx, actor) : undefined);

export async function removeUpstream(
  tx: WriteTx,
  actor: Actor,
  id: string,
): Promise<Record<string, never> | Refused> {
  const current = (await findUpstreamForUpdate(tx, id)) ?? fail(kernelErrors.not_found);
  const asked = await askForPlatform(tx, actor, current);
  if (asked !== undefined) return asked;
  const upstream = (await deleteUpstream(tx, id)) ?? fail(kernelErrors.not_found);
  tx.audit(events.upstreamDeleted, { target: id, metadata: { name: upstream.name } });
  announce(tx, id);
  return {};
}

function upstreamFactsOf(body: UpstreamBody, guard: AddressGuard<'gateway'>): UpstreamFacts {
  const protocol = body.protocol ?? 'https';
  return {
    name: body.name,
    protocol,
    host: checkUpstreamHost(body.host, guard, 'host'),
    port: body.port ?? { https: 443, http: 80 }[protocol],
    path: body.path || '/',
    retries: body.retries ?? 0,
    connect_timeout_ms: body.connect_timeout_ms ?? 60_000,
    max_body_bytes: body.max_body_bytes ?? defaultMaxBodyBytes,
    tags: normalizeTags(body.tags ?? []),
    enabled: body.enabled ?? true,
  };
}

function announce(tx: WriteTx, id: string): void {
  tx.publish(clientsChannel, { service_id: id });
}
