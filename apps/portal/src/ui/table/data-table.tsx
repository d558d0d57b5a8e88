import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button } from '@mantine/core';
import { IconDownload, IconSettings } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { LoadFailure, LoadingRows } from '../states/states.tsx';
import { type Column, readSortBy } from './columns.tsx';
import { ExportState } from './export-state.tsx';
import { Grid, type GridOptions } from './grid.tsx';
import { isWhole, type ListSource } from './list-source.ts';
import { moveTo, readOffset } from './lists.ts';
import { Pager, useRangeText } from './pager.tsx';
import { ShowMore } from './show-more.tsx';
import { type SortOrder, sortRows } from './sort-rows.ts';
import classes from './table.module.css';
import { useExport } from './use-export.ts';
import { useFilters } from './use-filters.ts';
import { useView } from './use-view.ts';
import { PAGE_SIZES } from './view-memory.ts';
import { ViewPanel } from './view-panel.tsx';
import { tableWords } from './words.ts';

interface DataTableProps<Row> extends GridOptions<Row> {
  /** The list's name, used as key of its stored view and as file name; never personal data. */
  id: string;
  list: ListSource<Row>;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  /** Default rows per page of a fully loaded list. */
  size?: number;
  bulkActions?(rows: readonly Row[]): ReactNode;
}

const WHOLE_SIZE = 50;
const SMALLEST_PAGE = Math.min(...PAGE_SIZES);

/** The portal's standard list: pages, sorting, selection, CSV and a stored view, for rows from any source. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, empty } = props;
  if (list.rows === undefined) {
    return list.error ? <LoadFailure error={list.error} onRetry={list.retry} /> : <LoadingRows />;
  }
  if (list.rows.length === 0 && !list.pages?.offset) return empty;
  return <LoadedTable {...props} rows={list.rows} />;
}

function LoadedTable<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { id, list, columns, rows, size = WHOLE_SIZE, bulkActions, ...grid } = props;
  const words = usePageWords(tableWords);
  const format = useNumber();
  const describeRange = useRangeText();
  const filters = useFilters();
  const [view, changeView] = useView(id);
  const [isArranging, setIsArranging] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const panelId = useId();
  const body = useRef<HTMLTableSectionElement>(null);

  const shownColumns = columns.filter(({ key }, index) => index === 0 || !view.hidden.includes(key));
  const { sortable, ordered } = sortList({ list, columns, rows, sort: view.sort });
  const pages = list.pages ?? (list.more ? null : divide(ordered.length, view.size ?? size, filters));
  const shown = list.pages || !pages ? ordered : ordered.slice(pages.offset, pages.offset + pages.size);
  const chosen = shown.filter((row) => selected.has(grid.getId(row)));
  const run = useExport({ id, list, columns: shownColumns, rows: ordered });
  const { save } = run;
  // Only from a later page: a move is an entry in the history of the browser.
  const toStart = () => (pages?.offset ? pages.onMove(0) : undefined);
  const sort = view.sort && sortable.has(view.sort.key) ? view.sort : null;

  const count =
    shown.length >= list.total && isWhole(list)
      ? words.count(format(shown.length))
      : pages
        ? describeRange(pages.offset, shown.length, list.total)
        : (list.isCapped ? words.loadedOfMore : words.loaded)(format(rows.length), format(list.total));

  return (
    <div className={classes.list} aria-busy={list.isStale}>
      <div className={classes.toolbar}>
        <p role="status" data-testid="range">
          {count}
        </p>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconSettings size={17} aria-hidden="true" />}
          aria-expanded={isArranging}
          aria-controls={panelId}
          data-testid="view"
          onClick={() => setIsArranging(!isArranging)}
        >
          {words.view}
        </Button>
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
      </div>
      {isArranging ? (
        <ViewPanel
          id={panelId}
          columns={columns}
          view={view}
          sortable={sortable}
          size={pages && !list.pages?.isSizeFixed && list.total > SMALLEST_PAGE ? pages.size : null}
          onChange={(change) => {
            changeView(change);
            if ('size' in change || 'sort' in change) toStart();
          }}
        />
      ) : null}
      <ExportState {...run} />
      {chosen.length > 0 ? (
        <div className={classes.selection}>
          <p role="status" data-testid="selected">
            {words.selected(format(chosen.length))}
          </p>
          {chosen.length < shown.length ? (
            <Button
              variant="default"
              size="compact-sm"
              data-testid="select-page"
              onClick={() => setSelected(new Set(shown.map(grid.getId)))}
            >
              {words.selectAll}
            </Button>
          ) : null}
          {bulkActions?.(chosen)}
          <Button
            variant="default"
            size="compact-sm"
            data-testid="save-selected"
            onClick={() => save.mutate(chosen)}
          >
            {words.saveSelected}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            data-testid="unselect"
            onClick={() => setSelected(new Set())}
          >
            {words.unselect}
          </Button>
        </div>
      ) : null}
      <div className={classes.scroll}>
        <Grid
          {...grid}
          columns={shownColumns}
          rows={shown}
          body={body}
          sort={sort}
          sortable={sortable}
          onSort={(order) => {
            changeView({ sort: order });
            toStart();
          }}
          selected={selected}
          onSelect={setSelected}
        />
      </div>
      {list.more ? <ShowMore more={list.more} count={rows.length} container={body} /> : null}
      {pages ? (
        <Pager offset={pages.offset} size={pages.size} total={list.total} onMove={pages.onMove} />
      ) : null}
    </div>
  );
}

interface Sorting<Row> {
  list: ListSource<Row>;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sort: SortOrder | null;
}

/** The server sorts by its columns; by others only a list that is loaded whole is sorted, never a part of one. */
function sortList<Row>({ list, columns, rows, sort }: Sorting<Row>) {
  const byServer = new Set(list.sorts);
  const here = isWhole(list)
    ? columns.filter((column) => readSortBy(column) && !byServer.has(column.key))
    : [];
  const column = here.find(({ key }) => key === sort?.key);
  const compare = column && readSortBy(column);
  return {
    sortable: new Set([...byServer, ...here.map(({ key }) => key)]),
    ordered: sort && compare ? sortRows(rows, compare, sort.direction) : rows,
  };
}

function divide(total: number, size: number, filters: ReturnType<typeof useFilters>) {
  const offset = readOffset(filters);
  // The list may have shrunk since the address was written.
  return { offset: offset < total ? offset : 0, size, onMove: moveTo(filters) };
}
