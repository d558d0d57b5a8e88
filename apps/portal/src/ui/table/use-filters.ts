import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

export interface Filters {
  get(name: string): string;
  /** An empty value leaves the address; `replace` keeps typing out of the history. */
  set(values: Record<string, string | null>, options?: { replace?: boolean }): void;
}

/**
 * Filters, page and opened detail live in the address, so that a view can be shared and the back button works.
 * What names a person (a name or a register number searched for) does not: addresses are logged.
 */
export function useFilters(): Filters {
  const [query, setQuery] = useSearchParams();
  const set = useCallback<Filters['set']>(
    (values, options) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value) after.set(name, value);
            else after.delete(name);
          }
          return after;
        },
        { replace: options?.replace ?? false, preventScrollReset: true },
      ),
    [setQuery],
  );
  return { get: (name) => query.get(name) ?? '', set };
}
