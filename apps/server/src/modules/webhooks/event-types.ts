/** What an application can be told; each payload carries ids and what changed. */
export const eventTypes = [
  'application.consent_given',
  'application.consent_withdrawn',
  'application.secret_expiring',
  'person.account_erased',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Sent by a test call alone, so nothing subscribes to it. */
export const testEvent = 'webhook.test';
