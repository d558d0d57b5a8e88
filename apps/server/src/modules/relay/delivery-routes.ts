import { open } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { ById, JsonObject, listOf } from '../../kernel/http/schemas.ts';
import { asSystem, manage, view } from './access.ts';
import {
  findDelivery,
  listAttempts,
  listDead,
  listDeliveries,
  listDeliveriesOf,
  replayDead,
} from './delivery-store.ts';
import { events } from './events.ts';
import type { RelayKeys } from './keys.ts';
import { changedChannel, dueChannel } from './messages.ts';
import { findRequest } from './request-store.ts';
import {
  DeadQuery,
  DeadView,
  DeliveryDetail,
  DeliveryQuery,
  DeliveryView,
  ReplayBody,
  ReplayView,
} from './schemas.ts';
import { viewAttempt, viewDead, viewDelivery } from './views.ts';

export function deliveryRows(deps: { keys: RelayKeys }): readonly Row[] {
  return [
    read({
      id: 'relay.requests.deliveries',
      path: '/relay/requests/:id/deliveries',
      access: view,
      asSystem,
      params: ById,
      reply: listOf(DeliveryDetail),
      errors: [],
      summary: 'Messages that were sent for a request, with each attempt',
      handler: async ({ db, params }) => {
        if ((await findRequest(db, params.id)) === undefined) fail(kernelErrors.not_found);
        const sent = await listDeliveriesOf(db, params.id);
        const attempts = await listAttempts(
          db,
          sent.map(({ id }) => id),
        );
        const ofDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
        const items = sent.map((row) => ({
          ...viewDelivery(row),
          timeline: (ofDelivery.get(row.id) ?? []).map(viewAttempt),
        }));
        return { items, total: items.length };
      },
    }),
    read({
      id: 'relay.deliveries.list',
      path: '/relay/deliveries',
      access: view,
      asSystem,
      query: DeliveryQuery,
      reply: listOf(DeliveryView),
      errors: [],
      summary: 'Messages by their ids, such as those that were just replayed',
      handler: async ({ db, query }) => {
        const items = (await listDeliveries(db, query.ids.split(','))).map(viewDelivery);
        return { items, total: items.length };
      },
    }),
    read({
      id: 'relay.deliveries.one',
      path: '/relay/deliveries/:id',
      access: view,
      asSystem,
      params: ById,
      reply: DeliveryDetail,
      errors: [],
      summary: 'A message with each attempt to deliver it',
      handler: async ({ db, params }) => {
        const delivery = (await findDelivery(db, params.id)) ?? fail(kernelErrors.not_found);
        const attempts = await listAttempts(db, [delivery.id]);
        return { ...viewDelivery(delivery), timeline: attempts.map(viewAttempt) };
      },
    }),
    read({
      id: 'relay.dead.list',
      path: '/relay/dead-letters',
      access: manage,
      asSystem,
      query: DeadQuery,
      reply: listOf(DeadView),
      errors: [],
      summary: 'Messages that were given up, newest first',
      handler: async ({ db, query }) => {
        const items = (await listDead(db, query.platform_id ?? null, query.limit ?? 100)).map(viewDead);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'relay.dead.replay',
      method: 'POST',
      path: '/relay/dead-letters/replay',
      access: manage,
      asSystem,
      body: ReplayBody,
      reply: ReplayView,
      errors: [],
      audit: [events.replayed],
      summary: 'Send given-up messages again: these, or those of a platform',
      handler: async ({ body, tx }) => {
        if (body.ids === undefined && body.platform_id === undefined)
          fail(kernelErrors.bad_request, { detail: 'ids or platform_id' });
        const replayed = await replayDead(tx, {
          ids: body.ids ?? null,
          platformId: body.platform_id ?? null,
          now: tx.now,
        });
        const items = (body.ids ?? replayed).map((id) => ({ id, replayed: replayed.includes(id) }));
        if (replayed.length === 0) return unchanged({ replayed: 0, items });
        tx.publish(dueChannel, {});
        tx.publish(changedChannel, {});
        tx.audit(events.replayed, {
          ...(body.ids?.length === 1 ? { target: body.ids[0] as string } : {}),
          metadata: { count: replayed.length, platform: body.platform_id ?? null },
        });
        return { replayed: replayed.length, items };
      },
    }),
    read({
      id: 'relay.keys',
      base: 'root',
      path: '/.well-known/relay-keys.json',
      access: open('receipts are checked by anybody'),
      raw: true,
      reply: JsonObject,
      errors: [],
      summary: 'The public keys of receipts',
      handler: async () => {
        await deps.keys.current();
        return (await deps.keys.published()) as never;
      },
    }),
  ];
}
