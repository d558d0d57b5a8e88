import { localDay, localMinute, platformZone } from '../../kernel/local-day.ts';
import type { ReferenceRow } from './store.ts';

/** The printed dates of a document, in the platform's time zone. */
export interface PrintedDates {
  issued_on: string;
  valid_until_on: string | null;
  /** The time of the register's answer; empty without a register. */
  read_on: string;
  zone: string;
}

/** The paper and the verification page share these dates, so that they always agree. */
export function printDates({ issued_at, valid_until, data }: ReferenceRow): PrintedDates {
  return {
    issued_on: localDay(new Date(issued_at)),
    valid_until_on: valid_until === null ? null : localDay(new Date(valid_until)),
    read_on: data.source === undefined ? '' : localMinute(new Date(data.source.read_at)),
    zone: platformZone(),
  };
}
