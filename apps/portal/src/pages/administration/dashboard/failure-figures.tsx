import type { DashboardFigures } from '../../../api/dashboard.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { ComparedFigures } from './compared-figures.tsx';
import classes from './dashboard.module.css';
import { useFigures } from './use-figures.ts';

export function FailureFigures({ figures }: { figures: DashboardFigures }) {
  const { words, format, times, over, work, line } = useFigures(figures);
  const { failures } = figures;
  if (!failures) return null;
  return (
    <div className={classes.part} data-testid="part-failures">
      <ComparedFigures
        label={words.failures.part}
        items={[
          over(words.failures.serverErrors, failures.server_errors, {
            isBad: failures.server_errors.total > 0,
          }),
          work(words.failures.deadJobs, failures.dead_jobs),
          work(words.failures.undelivered, failures.undelivered, { to: '/relay/dead-letters' }),
        ]}
      />
      <div className={classes.halves}>
        <BarChart
          title={words.failures.serverErrors}
          times={times}
          series={[line(words.failures.serverErrors, failures.server_errors, 'bad')]}
          format={format}
          summary={words.sum(format(failures.server_errors.total))}
          quiet={words.nothing}
        />
      </div>
    </div>
  );
}
