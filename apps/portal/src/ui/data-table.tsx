import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { usePageWords } from '../i18n/provider.tsx';
import classes from './list-page.module.css';
import { administrationWords } from './list-words.ts';
import { type SortOrder, sortRows } from './sort-rows.ts';

export interface Column<Row> {
  key: string;
  title: string;
  /** How much room the list must have before the column is shown; the first column is always there. */
  room?: 'some' | 'much';
  cell(row: Row): ReactNode;
  /** Only for lists that are loaded whole: sorting one page of many would mislead. */
  sortBy?(row: Row): string | number;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getId(row: Row): string;
  openId: string | null;
  onOpen(id: string): void;
  /** What stands in the place of a table without rows. */
  empty?: ReactNode;
}

export const buildRowId = (id: string) => `row-${id}`;

/** The name in the first column is the button that opens the detail; its press area is the whole row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, getId, openId, onOpen, empty } = props;
  const [order, setOrder] = useState<SortOrder | null>(null);
  const sorted = columns.find((column) => column.key === order?.key);
  const shown = order && sorted?.sortBy ? sortRows(rows, sorted.sortBy, order.direction) : rows;
  if (rows.length === 0 && empty !== undefined) return empty;

  return (
    <table className={classes.table} data-testid="table">
      <caption className={classes.hidden}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} order={order} onSort={setOrder} />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => {
          const id = getId(row);
          return (
            <tr key={id} data-open={id === openId}>
              {columns.map((column, index) => (
                <td key={column.key} data-room={column.room}>
                  {index === 0 ? (
                    <button
                      type="button"
                      id={buildRowId(id)}
                      className={classes.rowButton}
                      aria-pressed={id === openId}
                      data-testid="row"
                      onClick={() => onOpen(id)}
                    >
                      {column.cell(row)}
                    </button>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  order: SortOrder | null;
  onSort(order: SortOrder): void;
}

function HeaderCell<Row>({ column, order, onSort }: HeaderCellProps<Row>) {
  const words = usePageWords(administrationWords);
  const direction = order?.key === column.key ? order.direction : null;
  if (!column.sortBy) {
    return (
      <th scope="col" data-room={column.room}>
        {column.title}
      </th>
    );
  }
  const Icon = direction === null ? IconArrowsSort : direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" data-room={column.room} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className={classes.sort}
        title={words.sortBy(column.title)}
        data-testid={`sort-${column.key}`}
        onClick={() =>
          onSort({ key: column.key, direction: direction === 'ascending' ? 'descending' : 'ascending' })
        }
      >
        {column.title}
        <Icon size={16} aria-hidden="true" />
      </button>
    </th>
  );
}
