import { NativeSelect } from '@mantine/core';
import { useFilters } from '../table/use-filters.ts';

interface PeriodOptions<Period extends string | number> {
  /** The parameter of the address. */
  name: string;
  periods: readonly Period[];
  usual: Period;
  words: { period: string; periods: Readonly<Partial<Record<Period, string>>> };
}

/** The period that the address names, and the field that changes it. */
export function usePeriod<Period extends string | number>(options: PeriodOptions<Period>) {
  const { name, periods, usual, words } = options;
  const filters = useFilters();
  const period = periods.find((known) => String(known) === filters.get(name)) ?? usual;
  const select = (
    <NativeSelect
      label={words.period}
      value={String(period)}
      data={periods.map((known) => ({ value: String(known), label: words.periods[known] ?? '' }))}
      data-testid="period"
      onChange={(event) => filters.set({ [name]: event.currentTarget.value })}
    />
  );
  return { period, select };
}
