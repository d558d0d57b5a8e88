import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { InfiniteData, QueryKey, UseInfiniteQueryOptions } from '@tanstack/react-query';
import { usePageWords } from '../../i18n/provider.tsx';
import type { Column } from './columns.tsx';
import { ExportState } from './export-state.tsx';
import { type CursorPage, useCursorList } from './lists.ts';
import { useExport } from './use-export.ts';
import { tableWords } from './words.ts';

interface SaveRowsProps<Page extends CursorPage, Key extends QueryKey> {
  /** Used as file name; never personal data. */
  id: string;
  /** The query of the list that is shown, so that nothing is loaded twice. */
  query: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string | undefined>;
  columns: readonly Column<Page['items'][number]>[];
}

/** Saves a list that is no table as CSV. */
export function SaveRows<Page extends CursorPage, Key extends QueryKey>({
  id,
  query,
  columns,
}: SaveRowsProps<Page, Key>) {
  const words = usePageWords(tableWords);
  const list = useCursorList(query);
  const rows = list.rows ?? [];
  const run = useExport({ id, list, columns, rows });
  const { save } = run;
  if (rows.length === 0) return null;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={17} aria-hidden="true" />}
        loading={save.isPending}
        data-testid="save-csv"
        onClick={() => save.mutate(null)}
      >
        {words.save}
      </Button>
      <ExportState {...run} />
    </div>
  );
}
