import type { DashboardFigures, DashboardSeries } from '../../../api/dashboard.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useNumber } from '../../../i18n/use-number.ts';
import type { Series, Tone } from '../../../ui/charts/chart.tsx';
import type { ComparedFigure } from './compared-figures.tsx';
import { sayChange } from './say-change.ts';
import { dashboardWords } from './words.ts';

/** How the figures of one answer are written. */
export function useFigures({ period, points, step, counted_to }: DashboardFigures) {
  const words = usePageWords(dashboardWords);
  const format = useNumber();
  const compare = ({ total, before }: DashboardSeries): string =>
    // Today is not over, so a difference from the whole of yesterday would always look like a loss.
    period === 'today'
      ? words.yesterday(format(before))
      : words.before(format(before), sayChange(total, before));
  return {
    words,
    format,
    compare,
    times: points.map((day) => (step === 'month' ? day.slice(0, 7) : day.slice(5))),
    over: (label: string, series: DashboardSeries, more: Partial<ComparedFigure> = {}): ComparedFigure => ({
      label,
      value: format(series.total),
      note: compare(series),
      ...more,
    }),
    /** Work that somebody has to do; the server stops counting at some point. */
    work: (label: string, count: number, more: Partial<ComparedFigure> = {}): ComparedFigure => ({
      label,
      value: count > counted_to ? words.moreThan(format(counted_to)) : format(count),
      isBad: count > 0,
      ...more,
    }),
    /** Its sum is that of the period: the chart of today also shows the days before. */
    line: (label: string, { values, total }: DashboardSeries, tone: Tone): Series => ({
      label,
      tone,
      values,
      overall: format(total),
    }),
  };
}
