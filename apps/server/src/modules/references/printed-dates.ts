import { localDay, localMinute, platformZone } from '../../kernel/local-day.ts';
import type { ReferenceRow } from './store.ts';

/** The dates of a document as text, by the platform's clock. */
export interface PrintedDates {
  issued_on: string;
  valid_until_on: string | null;
  /** When the register was read; empty where none was. */
  read_on: string;
  zone: string;
}

/** Paper and verification page both take their dates from here, so that they always agree. */
export function printDates({ issued_at, valid_until, data }: ReferenceRow): PrintedDates {
  return {
    issued_on: localDay(new Date(issued_at)),
    valid_until_on: valid_until === null ? null : localDay(new Date(valid_until)),
    read_on: data.source === undefined ? '' : localMinute(new Date(data.source.read_at)),
    zone: platformZone(),
  };
}
