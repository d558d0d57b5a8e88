import type { ReactNode } from 'react';
import { formatMoment } from '../../i18n/format.ts';
import { Moment } from '../moment.tsx';
import type { CsvValue } from './csv.ts';

export interface Column<Row> {
  key: string;
  title: string;
  /** The cell as plain text: used for CSV and sorting, and shown if there is no `cell`. */
  text?(row: Row): CsvValue;
  cell?(row: Row): ReactNode;
  /** For an order that differs from the order of the text. */
  sortBy?(row: Row): string | number;
  /** The list width from which the column is shown; a phone shows `some` as lines of a card. */
  room?: 'some' | 'much';
  /** Aligns figures. */
  isNumber?: boolean;
}

interface MomentColumn<Row> extends Pick<Column<Row>, 'key' | 'title' | 'room'> {
  at(row: Row): string | null | undefined;
  /** Shown for a moment that is still missing. */
  none?: string;
}

export function momentColumn<Row>({ at, none = '', ...column }: MomentColumn<Row>): Column<Row> {
  return {
    ...column,
    text: (row) => formatMoment(at(row) ?? '') || none,
    sortBy: (row) => at(row) ?? '',
    cell: (row) => {
      const moment = at(row);
      return moment ? <Moment at={moment} /> : none;
    },
  };
}

export const readSortBy = <Row,>({ sortBy, text }: Column<Row>) => sortBy ?? text;
