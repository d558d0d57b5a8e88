import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

export interface Filters {
  get(name: string): string;
  /** An empty value removes the parameter; `replace` keeps typing out of the browser history. */
  set(values: Record<string, string | null>, options?: { replace?: boolean }): void;
}

/**
 * Filters, page and open detail are in the address, so that a view can be shared and the back button works. A search
 * for a person (name or register number) is not: addresses are logged.
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
