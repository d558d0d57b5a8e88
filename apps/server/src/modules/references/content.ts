import type { DocumentContent } from './document.ts';
import { printDates } from './printed-dates.ts';
import type { ReferenceRow } from './store.ts';

/** Undefined for a document from before certificates carried facts: it certified nothing that was checked. */
export function contentOf(
  row: ReferenceRow,
  appOrigin: string,
): Omit<DocumentContent, 'platform'> | undefined {
  const { holder, authority, purpose, statement, facts, source } = row.data;
  if (
    authority === undefined ||
    purpose === undefined ||
    statement === undefined ||
    facts === undefined ||
    source === undefined
  )
    return undefined;
  return {
    authority,
    title: row.title,
    statement,
    purpose,
    facts,
    source,
    holder,
    reference_no: row.reference_no,
    check_code: row.check_code,
    ...printDates(row),
    issued_at: row.issued_at,
    verify_url: `${appOrigin}/verify/${row.reference_no}?code=${row.check_code}`,
  };
}
