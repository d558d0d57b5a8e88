/** An event the log may hold: what happened and which fields its metadata carries. Printed in docs/generated. */
export interface AuditEvent {
  readonly action: string;
  readonly category: string;
  readonly about: string;
  readonly fields: readonly string[];
}

/** A module's events. The key is for code, `action` is what the log and the documentation say. */
export function defineEvents<
  const E extends Record<string, { action: string; about: string; fields: readonly string[] }>,
>(category: string, events: E): { readonly [K in keyof E]: AuditEvent } {
  const entries = Object.entries(events).map(([key, event]) => [key, Object.freeze({ category, ...event })]);
  return Object.freeze(Object.fromEntries(entries));
}

/** A writing row that appends no event must say why. */
export interface NotAudited {
  readonly notAudited: string;
}

export function notAudited(why: string): NotAudited {
  return { notAudited: why };
}
