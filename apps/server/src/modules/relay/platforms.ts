import { randomBytes, randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { newStandardSecret } from '../../kernel/delivery/standard-signature.ts';
import { fail, failField, kernelErrors } from '../../kernel/http/errors.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { settle } from './answers.ts';
import { type DeliverDeps, headersFor } from './deliver.ts';
import { advanceWaiting } from './delivery-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { RelayIdentity } from './ingest.ts';
import { secretPurpose } from './keys.ts';
import { changedChannel, dueChannel, isSilent } from './messages.ts';
import type { PeerPort } from './peer-port.ts';
import {
  deletePlatform,
  deleteRoute,
  expireOtherSecrets,
  findPlatform,
  findRoute,
  insertPlatform,
  insertRoute,
  insertSecret,
  listPlatforms,
  listSecrets,
  type PlatformRow,
  resetBreaker,
  setPaused,
  updatePlatform,
} from './platform-store.ts';
import { lockOpenRequestsOf } from './request-store.ts';
import type {
  NewPlatformView,
  PlatformBody,
  PlatformChange,
  PlatformView,
  RotateBody,
  RotatedView,
  RouteBody,
  RouteView,
  TestView,
} from './schemas.ts';
import { readPublicKey, type SignatureForm } from './signatures.ts';
import { viewPlatform, viewRoute, viewSecret } from './views.ts';

export interface PlatformDeps {
  keyring: Keyring;
  peers: PeerPort;
}

export async function showPlatforms(db: Reader, now: Date): Promise<Static<typeof PlatformView>[]> {
  const rows = await listPlatforms(db);
  const secrets = await listSecrets(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => viewPlatform(row, secrets, now));
}

/** The secret is shown in this answer alone. */
export async function createPlatform(
  { keyring, peers }: PlatformDeps,
  tx: WriteTx,
  body: Static<typeof PlatformBody>,
): Promise<Static<typeof NewPlatformView>> {
  const signature = body.signature ?? 'relay';
  checkAddress(peers, body.endpoint_url ?? '');
  checkPublicKey(body.public_key ?? '');
  const platform = {
    id: randomUUID(),
    code: body.code.trim(),
    name: body.name.trim(),
    direction: body.direction ?? 'downstream',
    endpointUrl: body.endpoint_url ?? '',
    supervisorContact: body.supervisor_contact ?? '',
    enabled: body.enabled ?? false,
    signature,
    publicKey: body.public_key ?? '',
    now: tx.now,
  } as const;
  if (!(await insertPlatform(tx, platform))) fail(errors.code_exists);
  const secret = readChosen(body.webhook_secret) ?? newSecret(signature);
  await addSecret(keyring, tx, platform.id, secret);
  tx.audit(events.platformCreated, {
    target: platform.id,
    metadata: { code: platform.code, direction: platform.direction },
  });
  tx.publish(changedChannel, {});
  const row = (await findPlatform(tx, platform.id)) ?? fail(kernelErrors.not_found);
  const secrets = await listSecrets(tx, [platform.id], tx.now);
  return { ...viewPlatform({ ...row, waiting: 0, dead: 0 }, secrets, tx.now), webhook_secret: secret };
}

export async function changePlatform(
  { peers }: PlatformDeps,
  tx: WriteTx,
  id: string,
  body: Static<typeof PlatformChange>,
): Promise<Static<typeof PlatformView>> {
  const row = (await findPlatform(tx, id)) ?? fail(kernelErrors.not_found);
  if (body.endpoint_url !== undefined) checkAddress(peers, body.endpoint_url);
  if (body.public_key !== undefined) checkPublicKey(body.public_key);
  await updatePlatform(tx, {
    id,
    name: body.name?.trim() ?? row.name,
    endpointUrl: body.endpoint_url ?? row.endpoint_url,
    supervisorContact: body.supervisor_contact ?? row.supervisor_contact,
    enabled: body.enabled ?? row.enabled,
    signature: body.signature ?? row.signature,
    publicKey: body.public_key ?? row.public_key,
  });
  if (body.endpoint_url !== undefined) await resetBreaker(tx, id);
  tx.audit(events.platformUpdated, { target: id, metadata: { code: row.code, changed: Object.keys(body) } });
  tx.publish(dueChannel, {});
  tx.publish(changedChannel, {});
  const [changed = fail(kernelErrors.not_found)] = await listPlatforms(tx, id);
  return viewPlatform(changed, await listSecrets(tx, [id], tx.now), tx.now);
}

/** Requests that waited for this platform alone are settled by the answers of the others. */
export async function removePlatform(
  tx: WriteTx,
  self: RelayIdentity,
  id: string,
): Promise<Record<string, never>> {
  const row = (await findPlatform(tx, id)) ?? fail(kernelErrors.not_found);
  const waiting = await lockOpenRequestsOf(tx, id);
  await deletePlatform(tx, id);
  for (const request of waiting) await settle(tx, self, request);
  tx.audit(events.platformDeleted, { target: id, metadata: { code: row.code } });
  tx.publish(changedChannel, {});
  return {};
}

/** Undefined when nobody chose one. A short secret could be guessed from a single signed message. */
function readChosen(given = ''): string | undefined {
  const secret = given.trim();
  if (secret === '') return undefined;
  if (secret.replace(/^whsec_/, '').length < 32)
    failField('webhook_secret', {
      mn: '32-оос доошгүй тэмдэгт оруулна уу, эсвэл хоосон үлдээж шинийг үүсгүүлнэ үү.',
      en: 'needs at least 32 characters; leave it empty to have one made',
    });
  return secret;
}

export async function rotateSecret(
  { keyring }: PlatformDeps,
  tx: WriteTx,
  id: string,
  body: Static<typeof RotateBody>,
): Promise<Static<typeof RotatedView>> {
  const row = (await findPlatform(tx, id)) ?? fail(kernelErrors.not_found);
  const secret = readChosen(body.webhook_secret) ?? newSecret(row.signature);
  const secretId = await addSecret(keyring, tx, id, secret);
  const grace = body.grace_minutes ?? 0;
  await expireOtherSecrets(tx, id, secretId, new Date(tx.now.getTime() + grace * 60_000));
  tx.audit(events.secretRotated, { target: id, metadata: { code: row.code, grace_minutes: grace } });
  tx.publish(changedChannel, {});
  return { webhook_secret: secret, secrets: (await listSecrets(tx, [id], tx.now)).map(viewSecret) };
}

export async function pausePlatform(
  tx: WriteTx,
  id: string,
  paused: boolean,
): Promise<Record<string, never>> {
  const row = (await findPlatform(tx, id)) ?? fail(kernelErrors.not_found);
  await setPaused(tx, id, paused ? tx.now : null);
  if (!paused) {
    await resetBreaker(tx, id);
    await advanceWaiting(tx, id, tx.now);
    tx.publish(dueChannel, {});
  }
  tx.audit(events.platformPaused, { target: id, metadata: { code: row.code, paused } });
  tx.publish(changedChannel, {});
  return {};
}

/** A signed message with the event `ping`; a receiver that does not know it answers 4xx, which proves the way as well. */
export async function testPlatform(
  deps: PlatformDeps & DeliverDeps,
  db: Reader,
  id: string,
): Promise<{ platform: PlatformRow; view: Static<typeof TestView> }> {
  const platform = (await findPlatform(db, id)) ?? fail(kernelErrors.not_found);
  if (isSilent(platform.endpoint_url)) fail(errors.bad_endpoint);
  const now = deps.now();
  const body = Buffer.from(
    JSON.stringify({ event: 'ping', source_code: deps.selfCode, sent_at: now.toISOString() }),
  );
  const message = { id: randomUUID(), platform_id: id, event: 'ping', signature: platform.signature };
  const headers = await headersFor(deps, message, body, now);
  const { status, durationMs, answer, problem } = await deps.peers.post(platform.endpoint_url, headers, body);
  const keys = await deps.peers.receiptKeys(platform.endpoint_url);
  return {
    platform,
    view: {
      ok: status !== null && status >= 200 && status < 300,
      status,
      duration_ms: durationMs,
      answer,
      problem,
      receipt_keys: keys !== undefined,
    },
  };
}

export async function createRoute(
  tx: WriteTx,
  body: Static<typeof RouteBody>,
): Promise<Static<typeof RouteView>> {
  const platform = (await findPlatform(tx, body.platform_id)) ?? fail(errors.unknown_platform);
  const { fallback_platform_id: fallback } = body;
  if (
    fallback !== undefined &&
    (fallback === platform.id || (await findPlatform(tx, fallback)) === undefined)
  )
    fail(errors.unknown_platform);
  const id = randomUUID();
  const asked = body.sla_minutes ?? 0;
  const isNew = await insertRoute(tx, {
    id,
    serviceCode: body.service_code,
    platformId: platform.id,
    slaMinutes: asked <= 0 ? 60 : asked,
    fallbackPlatformId: fallback ?? null,
    now: tx.now,
  });
  if (!isNew) fail(errors.route_exists);
  tx.audit(events.routeCreated, {
    target: id,
    metadata: { service_code: body.service_code, platform: platform.code },
  });
  tx.publish(changedChannel, {});
  return viewRoute((await findRoute(tx, id)) ?? fail(kernelErrors.not_found));
}

export async function removeRoute(tx: WriteTx, id: string): Promise<Record<string, never>> {
  const route = (await findRoute(tx, id)) ?? fail(kernelErrors.not_found);
  await deleteRoute(tx, id);
  tx.audit(events.routeDeleted, {
    target: id,
    metadata: { service_code: route.service_code, platform: route.platform_name },
  });
  tx.publish(changedChannel, {});
  return {};
}

/** 32 random bytes: hex as specified, or in the form of Standard Webhooks. */
export const newSecret = (signature: SignatureForm): string =>
  signature === 'relay' ? randomBytes(32).toString('hex') : newStandardSecret();

async function addSecret(keyring: Keyring, tx: WriteTx, platformId: string, secret: string): Promise<string> {
  const id = randomUUID();
  await insertSecret(tx, { id, platformId, sealed: keyring.seal(secret, secretPurpose), now: tx.now });
  return id;
}

function checkAddress(peers: PeerPort, url: string): void {
  if (isSilent(url)) return;
  const problem = peers.refuse(url);
  if (problem !== undefined) fail(errors.bad_endpoint, { detail: problem });
}

function checkPublicKey(text: string): void {
  if (text !== '' && readPublicKey(text) === undefined) fail(errors.bad_public_key);
}
