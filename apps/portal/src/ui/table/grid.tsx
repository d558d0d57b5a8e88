import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { usePageWords } from '../../i18n/provider.tsx';
import type { Column } from './columns.tsx';
import { buildRowId } from './row-id.ts';
import type { SortOrder } from './sort-rows.ts';
import classes from './table.module.css';
import { tableWords } from './words.ts';

/** Parts of a list that do not depend on its data source. */
export interface GridOptions<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  getId(row: Row): string;
  openId?: string | null;
  /** Opens the detail beside the list. */
  onOpen?(id: string): void;
  /** The page of a row, for lists with linked rows. */
  linkTo?(row: Row): string;
  /** Allows selection of rows, for CSV and bulk actions. */
  isSelectable?: boolean;
  testId?: string;
}

interface GridProps<Row> extends GridOptions<Row> {
  rows: readonly Row[];
  body: RefObject<HTMLTableSectionElement | null>;
  sort: SortOrder | null;
  /** Keys of the columns by which the whole list can be sorted. */
  sortable: ReadonlySet<string>;
  onSort(sort: SortOrder | null): void;
  selected: ReadonlySet<string>;
  onSelect(ids: ReadonlySet<string>): void;
}

/** On a phone rows are displayed as blocks, which removes their table roles in some browsers. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
};

export function Grid<Row>(props: GridProps<Row>) {
  const { caption, columns, rows, getId, openId, isSelectable, selected, onSelect, body, testId } = props;
  const words = usePageWords(tableWords);
  const [first, ...others] = columns;
  const ids = rows.map(getId);
  const isAll = ids.every((id) => selected.has(id));
  const select = (id: string, isOn: boolean) => {
    const next = new Set(selected);
    if (isOn) next.add(id);
    else next.delete(id);
    onSelect(next);
  };
  return (
    <table
      {...ROLES.table}
      className={classes.table}
      data-leads={Boolean(props.onOpen ?? props.linkTo)}
      data-testid={testId ?? 'table'}
    >
      <caption className={classes.hidden}>{caption}</caption>
      <thead {...ROLES.group}>
        <tr {...ROLES.row}>
          {isSelectable ? (
            <th {...ROLES.head} scope="col" className={classes.check}>
              <Checkbox
                size="md"
                aria-label={words.selectAll}
                checked={isAll}
                indeterminate={!isAll && ids.some((id) => selected.has(id))}
                data-testid="select-all"
                onChange={() => onSelect(new Set(isAll ? [] : ids))}
              />
            </th>
          ) : null}
          {columns.map((column) => (
            <Head
              key={column.key}
              column={column}
              sort={props.sort}
              onSort={props.sortable.has(column.key) ? props.onSort : null}
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body} {...ROLES.group}>
        {rows.map((row, index) => {
          const id = ids[index] ?? '';
          return (
            <tr
              key={id}
              {...ROLES.row}
              data-open={id === openId}
              data-selected={isSelectable && selected.has(id)}
            >
              {isSelectable ? (
                <td {...ROLES.cell} className={classes.check}>
                  <Checkbox
                    size="md"
                    aria-label={words.select(String(first?.text?.(row) ?? id))}
                    checked={selected.has(id)}
                    data-testid="select-row"
                    onChange={(event) => select(id, event.currentTarget.checked)}
                  />
                </td>
              ) : null}
              {first ? (
                <th {...ROLES.name} scope="row">
                  <Opener {...props} row={row}>
                    {drawCell(first, row)}
                  </Opener>
                </th>
              ) : null}
              {others.map((column) => (
                <td
                  key={column.key}
                  {...ROLES.cell}
                  data-room={column.room}
                  data-label={column.title}
                  data-number={column.isNumber}
                >
                  <div>{drawCell(column, row)}</div>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const drawCell = <Row,>({ cell, text }: Column<Row>, row: Row): ReactNode => (cell ? cell(row) : text?.(row));

type OpenerProps<Row> = Pick<GridProps<Row>, 'getId' | 'openId' | 'onOpen' | 'linkTo'> & {
  row: Row;
  children: ReactNode;
};

/** The name in the first column opens the row; its click area is the whole row. */
function Opener<Row>({ row, getId, openId, onOpen, linkTo, children }: OpenerProps<Row>) {
  const id = getId(row);
  const shared = { id: buildRowId(id), className: classes.opener, 'data-testid': 'row' };
  if (linkTo) {
    return (
      <Link {...shared} to={linkTo(row)}>
        {children}
      </Link>
    );
  }
  if (!onOpen) return <div data-testid="row">{children}</div>;
  return (
    <button {...shared} type="button" aria-pressed={id === openId} onClick={() => onOpen(id)}>
      {children}
    </button>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  sort: SortOrder | null;
  /** Null: not sortable. */
  onSort: GridProps<Row>['onSort'] | null;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const words = usePageWords(tableWords);
  const { key, title, room, isNumber } = column;
  const attributes = { ...ROLES.head, scope: 'col', 'data-room': room, 'data-number': isNumber };
  if (!onSort) return <th {...attributes}>{title}</th>;
  const direction = sort?.key === key ? sort.direction : null;
  const Icon = direction === null ? IconArrowsSort : direction === 'ascending' ? IconArrowUp : IconArrowDown;
  const next: SortOrder | null =
    direction === 'descending'
      ? null
      : { key, direction: direction === 'ascending' ? 'descending' : 'ascending' };
  return (
    <th {...attributes} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        className={classes.sort}
        title={words.sortBy(title)}
        data-testid={`sort-${key}`}
        onClick={() => onSort(next)}
      >
        {title}
        <Icon size={16} aria-hidden="true" />
      </button>
    </th>
  );
}
