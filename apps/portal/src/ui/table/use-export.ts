import { useMutation } from '@tanstack/react-query';
import { dayAt } from '../../i18n/time.ts';
import type { Column } from './columns.tsx';
import { downloadCsv, writeCsv } from './csv.ts';
import { isWhole, type ListSource, MOST_EXPORTED } from './list-source.ts';

interface Export<Row> {
  id: string;
  list: ListSource<Row>;
  columns: readonly Column<Row>[];
  /** Rows in memory, in the visible order. */
  rows: readonly Row[];
}

/** Writes the given rows, or all that match the filters, as a CSV file with the visible columns. */
export function useExport<Row>({ id, list, columns, rows }: Export<Row>) {
  return useMutation({
    mutationFn: async (chosen: readonly Row[] | null) => {
      const isPart = chosen === null && !isWhole(list);
      const read = isPart ? ((await list.readAll?.()) ?? rows) : (chosen ?? rows);
      const wanted = read.slice(0, MOST_EXPORTED);
      const written = columns.filter((column) => column.text);
      downloadCsv(
        `${id}-${dayAt(new Date())}.csv`,
        writeCsv([
          written.map((column) => column.title),
          ...wanted.map((row) => written.map((column) => column.text?.(row) ?? '')),
        ]),
      );
      const isCut = isPart && (wanted.length < list.total || wanted.length >= MOST_EXPORTED);
      return { count: wanted.length, isCut };
    },
  });
}
