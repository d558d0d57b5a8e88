import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { RelayIdentity } from './ingest.ts';
import { changedChannel, queueMessage } from './messages.ts';
import { findPlatformByCode } from './platform-store.ts';
import { findRequest, insertEvent } from './request-store.ts';

/** Tells an upstream platform of a request and its result. */
export async function forward(
  tx: WriteTx,
  { selfCode }: RelayIdentity,
  requestId: string,
  platformCode: string,
): Promise<Record<string, never>> {
  const request = (await findRequest(tx, requestId)) ?? fail(kernelErrors.not_found);
  if (request.confidential) fail(errors.confidential);
  const platform = await findPlatformByCode(tx, platformCode);
  if (platform === undefined) fail(kernelErrors.not_found);
  if (platform.direction !== 'upstream') fail(errors.not_upstream);
  const isSource = request.source_platform === platform.code;
  await queueMessage(
    tx,
    platform,
    { requestId },
    {
      event: 'forwarded_up',
      source_code: selfCode,
      service_code: request.service_code,
      // Only the source itself knows its reference; to another platform ours is the unique one.
      external_ref: isSource && request.external_ref !== '' ? request.external_ref : request.id,
      title: request.title,
      priority: request.priority,
      request_id: request.id,
      status: request.status,
      ...(request.payload === null ? {} : { payload: request.payload }),
      ...(request.result === null ? {} : { result: request.result }),
    },
  );
  await insertEvent(tx, { requestId, type: 'forwarded_up', detail: platform.code, now: tx.now });
  tx.audit(events.forwarded, { target: requestId, metadata: { platform: platform.code } });
  tx.publish(changedChannel, {});
  return {};
}
