import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import { tidyTags } from './client-facts.ts';
import { applicationsChannel } from './directory.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { ServiceBody, ServiceView } from './schemas.ts';
import { checkUpstreamHost } from './upstream-host.ts';
import {
  deleteService,
  findServiceForUpdate,
  insertService,
  lockServiceNames,
  type ServiceFacts,
  updateService,
} from './upstream-store.ts';
import { viewService } from './view.ts';

/** Decision 38. */
const defaultMaxBodyBytes = 100 * 1024 * 1024;

export async function createService(
  tx: WriteTx,
  guard: AddressGuard,
  body: ServiceBody,
): Promise<ServiceView> {
  const facts = serviceFactsOf(body, guard);
  await lockServiceNames(tx);
  const service = await insertService(tx, facts, tx.now);
  if (service === undefined) fail(errors.code_exists);
  tx.audit(events.serviceCreated, {
    target: service.id,
    metadata: { name: service.name, scope: service.scope },
  });
  announce(tx, service.id);
  return viewService(service);
}

/** A full replacement: what is left out falls back to its default. The scope stays what it was made as. */
export async function changeService(
  tx: WriteTx,
  guard: AddressGuard,
  id: string,
  body: ServiceBody,
): Promise<ServiceView | Unchanged<ServiceView>> {
  const facts = serviceFactsOf(body, guard);
  await lockServiceNames(tx);
  const current = (await findServiceForUpdate(tx, id)) ?? fail(kernelErrors.not_found);
  const changed = (Object.keys(facts) as (keyof ServiceFacts)[]).filter(
    (field) => JSON.stringify(facts[field]) !== JSON.stringify(current[field]),
  );
  if (changed.length === 0) return unchanged(viewService(current));
  const service = (await updateService(tx, id, facts, tx.now)) ?? fail(errors.code_exists);
  tx.audit(events.serviceChanged, {
    target: id,
    metadata: { name: service.name, changed: changed.sort(), enabled: service.enabled },
  });
  announce(tx, id);
  return viewService(service);
}

export async function removeService(tx: WriteTx, id: string): Promise<Record<string, never>> {
  const service = (await deleteService(tx, id)) ?? fail(kernelErrors.not_found);
  tx.audit(events.serviceDeleted, { target: id, metadata: { name: service.name } });
  announce(tx, id);
  return {};
}

function serviceFactsOf(body: ServiceBody, guard: AddressGuard): ServiceFacts {
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
    tags: tidyTags(body.tags ?? []),
    enabled: body.enabled ?? true,
  };
}

function announce(tx: WriteTx, id: string): void {
  tx.publish(applicationsChannel, { service_id: id });
}
