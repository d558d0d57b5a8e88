/** An event of the audit log, with the metadata fields it may carry; docs/generated lists all events. */
export interface AuditEvent {
  readonly action: string;
  readonly category: string;
  readonly about: string;
  readonly fields: readonly string[];
}

/** A module's events: code uses the key, the log and the documentation use `action`. */
export function defineEvents<
  const E extends Record<string, { action: string; about: string; fields: readonly string[] }>,
>(category: string, events: E): { readonly [K in keyof E]: AuditEvent } {
  const entries = Object.entries(events).map(([key, event]) => [key, Object.freeze({ category, ...event })]);
  return Object.freeze(Object.fromEntries(entries));
}

/** The reason why a writing row appends no event. */
export interface NotAudited {
  readonly notAudited: string;
}

export function notAudited(why: string): NotAudited {
  return { notAudited: why };
}
