export interface SortOrder {
  key: string;
  direction: 'ascending' | 'descending';
}

const collator = new Intl.Collator(['mn', 'en'], { numeric: true, sensitivity: 'base' });

export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => string | number,
  direction: SortOrder['direction'],
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((first, second) => {
    const [one, other] = [sortBy(first), sortBy(second)];
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * collator.compare(String(one), String(other));
  });
}
