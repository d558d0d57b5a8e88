import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readActingFor } from '../../api/acting-for.ts';
import { readKnownUserId } from '../../api/session.ts';
import { buildPersonalName, forgetInTab, keepTyped, readTyped } from '../../api/tab-storage.ts';
import { isSame } from './merge-values.ts';

const MAX_KEPT_LENGTH = 300_000;

/** Edits of a form: only the fields that the person changed, and what these fields held before. */
interface KeptEdits {
  base: Record<string, unknown>;
  edits: Record<string, unknown>;
}

export interface Restored {
  /** Somebody has changed one of these fields since. */
  isOutdated: boolean;
}

/**
 * The name of a text of the person who is signed in, in the name of the party for whom they act. A visitor has no id:
 * their text belongs to one entry of the browser's history, as on a page without script.
 */
export function nameTyped(client: QueryClient, id: string): string {
  const userId = readKnownUserId(client);
  // The front page is also drawn where there is no browser.
  const { key } = (globalThis.history?.state ?? {}) as { key?: string };
  return userId === null
    ? buildPersonalName('typed', 'visitor', `${key ?? 'first'}:${id}`)
    : buildPersonalName('typed', userId, `${readActingFor()?.id ?? 'self'}:${id}`);
}

/** For a page that knows when the text of a form was sent. */
export function useForgetTyped(): (id: string) => void {
  const client = useQueryClient();
  return (id) => forgetInTab(nameTyped(client, id));
}

/** Tells whether a form that is not open has unsent text. */
export function useFindTyped(): (id: string) => boolean {
  const client = useQueryClient();
  return (id) => readTyped(nameTyped(client, id)) !== null;
}

/** True if there are edits, kept or not: the browser may refuse. */
function keepEdits(name: string, base: object, values: object, neverKept: readonly string[]): boolean {
  const before = base as Record<string, unknown>;
  const edited = Object.entries(values).filter(
    ([field, value]) => !neverKept.includes(field) && !isSame(value, before[field]),
  );
  const kept: KeptEdits = {
    base: Object.fromEntries(edited.map(([field]) => [field, before[field]])),
    edits: Object.fromEntries(edited),
  };
  const text = JSON.stringify(kept);
  const isKept = edited.length > 0 && text.length <= MAX_KEPT_LENGTH && keepTyped(name, text);
  // An older state of the text would be worse than none.
  if (!isKept) forgetInTab(name);
  return edited.length > 0;
}

function readEdits<Values extends object>(
  name: string,
  initial: Values,
): (Restored & { values: Values }) | null {
  const now = initial as Record<string, unknown>;
  try {
    const { base, edits } = JSON.parse(readTyped(name)?.text ?? '{}') as Partial<KeptEdits>;
    if (base === undefined || edits === undefined) return null;
    // A newer form may have other fields, and a save whose answer was lost leaves nothing to restore.
    const fitting = Object.entries(edits).filter(
      ([field, value]) => field in now && hasSameShape(value, now[field]) && !isSame(value, now[field]),
    );
    if (fitting.length === 0) return null;
    return {
      values: { ...initial, ...Object.fromEntries(fitting) },
      isOutdated: fitting.some(([field]) => !isSame(base[field], now[field])),
    };
  } catch {
    return null;
  }
}

const hasSameShape = (one: unknown, other: unknown): boolean =>
  typeof one === typeof other && Array.isArray(one) === Array.isArray(other);

/** Keeps the edits of one form in this tab until they are sent; null keeps nothing. */
export function useTypedEdits<Values extends object>(
  id: string | null,
  initial: Values,
  neverKept: readonly string[] = [],
) {
  const client = useQueryClient();
  // The owner is the person who opened the form, also after their session has ended.
  const [name] = useState(() => (id === null ? null : nameTyped(client, id)));
  const [found] = useState(() => (name === null ? null : readEdits(name, initial)));
  return {
    start: found?.values ?? initial,
    restored: found as Restored | null,
    /** True if there is anything to lose. */
    keep: (base: Values, values: Values) => name !== null && keepEdits(name, base, values, neverKept),
    forget: () => {
      if (name !== null) forgetInTab(name);
    },
  };
}

/** A state that comes back after leaving the page, until it is sent. Another id is another text. */
export function useTyped<Value>(id: string, initial: Value) {
  const client = useQueryClient();
  const open = () => {
    const name = nameTyped(client, id);
    const found = readEdits(name, { value: initial });
    const restored: Restored | null = found;
    return { id, name, value: found ? found.values.value : initial, restored };
  };
  const [state, setState] = useState(open);
  let held = state;
  if (held.id !== id) {
    held = open();
    setState(held);
  }
  const forget = (next: Value = initial) => {
    forgetInTab(held.name);
    setState({ ...held, value: next, restored: null });
  };
  return {
    value: held.value,
    /** Not null while it shows what the person typed on an earlier visit. */
    restored: held.restored,
    change: (next: Value) => {
      keepEdits(held.name, { value: initial }, { value: next }, []);
      setState({ ...held, value: next });
    },
    /** Sent or discarded. */
    forget,
    startOver: () => forget(),
  };
}
