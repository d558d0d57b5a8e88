import type { SortOrder } from './sort-rows.ts';
import { useView } from './use-view.ts';

/** The server's name of an order, by the key of the column. */
export type ServerSorts = Readonly<Record<string, string>>;
export type SortBy<Sorts extends ServerSorts> = Sorts[keyof Sorts] | `-${Sorts[keyof Sorts]}`;

function nameSort<const Sorts extends ServerSorts>(
  sorts: Sorts,
  order: SortOrder | null,
): SortBy<Sorts> | undefined {
  const name = order === null ? undefined : (sorts[order.key] as Sorts[keyof Sorts] | undefined);
  return name === undefined || order?.direction === 'ascending' ? name : `-${name}`;
}

/** The stored order of a list, as its query parameter; undefined for the order that the server gives by itself. */
export function useServerSort<const Sorts extends ServerSorts>(
  id: string,
  sorts: Sorts,
): SortBy<Sorts> | undefined {
  const [view] = useView(id);
  return nameSort(sorts, view.sort);
}
