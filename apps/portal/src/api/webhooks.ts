import type { InputOf, WebhookBody } from '@tamga/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';

export type {
  WebhookAttempt,
  WebhookBody,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookView as Webhook,
} from '@tamga/client';

export type WebhookEvent = WebhookBody['events'][number];
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  'application.consent_given',
  'application.consent_withdrawn',
  'application.secret_expiring',
  'person.account_erased',
];
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export const TEST_EVENT = 'webhook.test';

const PAGE_SIZE = 50;
export const WEBHOOKS_KEY = ['webhooks'] as const;

/** A webhook and the application that it belongs to. */
export interface WebhookRef {
  id: string;
  webhook_id: string;
}

export function webhooksQuery(id: string) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, id],
    queryFn: ({ signal }) => callApi('GET /api/v1/applications/{id}/webhooks', { params: { id }, signal }),
  });
}

const DELIVERIES = 'GET /api/v1/applications/{id}/webhooks/{webhook_id}/deliveries';
export type DeliveryFilter = Pick<NonNullable<InputOf<typeof DELIVERIES>['query']>, 'state' | 'event'>;

export function deliveriesQuery(params: WebhookRef, filter: DeliveryFilter) {
  return infiniteQueryOptions({
    ...byCursor,
    queryKey: [...WEBHOOKS_KEY, params.id, params.webhook_id, 'deliveries', filter],
    queryFn: ({ pageParam, signal, meta }) =>
      callApi(DELIVERIES, {
        params,
        query: { ...filter, limit: readPageSize(meta, PAGE_SIZE), cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function deliveryQuery(params: WebhookRef & { delivery_id: string }) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, params.id, params.webhook_id, 'delivery', params.delivery_id],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/applications/{id}/webhooks/{webhook_id}/deliveries/{delivery_id}', {
        params,
        signal,
      }),
  });
}

export const createWebhook = (id: string, body: WebhookBody) =>
  callApi('POST /api/v1/applications/{id}/webhooks', { params: { id }, body });

export const changeWebhook = (params: WebhookRef, body: WebhookBody) =>
  callApi('PUT /api/v1/applications/{id}/webhooks/{webhook_id}', { params, body });

export const deleteWebhook = (params: WebhookRef) =>
  callApi('DELETE /api/v1/applications/{id}/webhooks/{webhook_id}', { params });

export const rotateWebhookSecret = (params: WebhookRef) =>
  callApi('POST /api/v1/applications/{id}/webhooks/{webhook_id}/rotate-secret', { params });

export const pauseWebhook = (params: WebhookRef) =>
  callApi('POST /api/v1/applications/{id}/webhooks/{webhook_id}/pause', { params });

export const resumeWebhook = (params: WebhookRef) =>
  callApi('POST /api/v1/applications/{id}/webhooks/{webhook_id}/resume', { params });

export const testWebhook = (params: WebhookRef) =>
  callApi('POST /api/v1/applications/{id}/webhooks/{webhook_id}/test', { params });

export const replayDelivery = (params: WebhookRef & { delivery_id: string }) =>
  callApi('POST /api/v1/applications/{id}/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', { params });

export const replayFailed = (params: WebhookRef, body: { from: string; to: string }) =>
  callApi('POST /api/v1/applications/{id}/webhooks/{webhook_id}/replay', { params, body });
