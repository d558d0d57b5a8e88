import type { ReactNode } from 'react';
import { formatMoment } from '../../i18n/format.ts';
import { Moment } from '../moment.tsx';
import type { CsvValue } from './csv.ts';

export interface Column<Row> {
  key: string;
  title: string;
  /** The cell as plain text: CSV holds it, sorting compares it, and it is shown where `cell` draws nothing else. */
  text?(row: Row): CsvValue;
  cell?(row: Row): ReactNode;
  /** Where the order is another than that of the text. */
  sortBy?(row: Row): string | number;
  /** The width that the list must have before the column is shown; a phone shows `some` as lines of a card. */
  room?: 'some' | 'much';
  /** Figures stand under each other. */
  isNumber?: boolean;
}

interface MomentColumn<Row> extends Pick<Column<Row>, 'key' | 'title' | 'room'> {
  at(row: Row): string | null | undefined;
  /** Stands for a moment that has not come. */
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
