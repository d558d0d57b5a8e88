import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import { dayAt } from '../../i18n/time.ts';
import { downloadBlob } from '../download-file.ts';
import type { Column } from './columns.tsx';
import { BYTE_ORDER_MARK, writeCsvLines } from './csv.ts';
import { isWhole, type ListSource } from './list-source.ts';
import { readOn, waitSeconds } from './read-on.ts';
import { tableWords } from './words.ts';

interface Export<Row> {
  id: string;
  list: ListSource<Row>;
  columns: readonly Column<Row>[];
  /** Rows in memory, in the visible order. */
  rows: readonly Row[];
}

/** Limits an export: a log of millions would keep the browser and the server busy for hours. */
const MOST_EXPORTED = 50_000;

interface Progress {
  count: number;
  /** How long the server asks to wait; null: it does not. */
  waitSeconds: number | null;
}

interface ExportResult {
  count: number;
  /** The list is longer than what was written. */
  isCut: boolean;
  isStopped: boolean;
}

export interface ExportRun {
  save: { isPending: boolean; error: unknown; data: ExportResult | undefined };
  progress: Progress;
  stop(): void;
}

const START: Progress = { count: 0, waitSeconds: null };

/** Writes the given rows, or all that match the filters, as a CSV file with the visible columns. */
export function useExport<Row>({ id, list, columns, rows }: Export<Row>) {
  const words = usePageWords(tableWords);
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState(START);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const save = useMutation({
    mutationFn: async (chosen: readonly Row[] | null): Promise<ExportResult> => {
      const written = columns.filter((column) => column.text);
      // Parts of a Blob may leave the memory of the page; one text of all rows could not.
      const parts = [new Blob([BYTE_ORDER_MARK, writeCsvLines([written.map((column) => column.title)])])];
      let count = 0;
      const add = (some: readonly Row[]) => {
        const lines = some.map((row) => written.map((column) => column.text?.(row) ?? ''));
        parts.push(new Blob([writeCsvLines(lines)]));
        count += some.length;
        setProgress({ count, waitSeconds: null });
      };
      setProgress(START);
      let isCut = false;
      if (chosen !== null || isWhole(list) || !list.readPage) {
        add(chosen ?? rows);
        isCut = chosen === null && !isWhole(list);
      } else {
        const controller = new AbortController();
        running.current = controller;
        try {
          isCut = await readOn({
            readPage: list.readPage,
            most: MOST_EXPORTED,
            signal: controller.signal,
            onRows: add,
            onWait: (seconds) => setProgress({ count, waitSeconds: seconds }),
            wait: waitSeconds,
          });
        } catch (error) {
          if (controller.signal.aborted) return { count: 0, isCut, isStopped: true };
          throw error;
        }
      }
      const part = isCut ? `-${words.partName(String(count))}` : '';
      downloadBlob(`${id}-${dayAt(new Date())}${part}.csv`, new Blob(parts, { type: 'text/csv' }));
      return { count, isCut, isStopped: false };
    },
  });
  return { save, progress, stop };
}
