import type { DashboardFigures } from '../../../api/dashboard.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { ComparedFigures } from './compared-figures.tsx';
import classes from './dashboard.module.css';
import { useFigures } from './use-figures.ts';

export function PeopleFigures({ figures }: { figures: DashboardFigures }) {
  const { words, format, compare, times, over, line } = useFigures(figures);
  const { people, sign_ins: signIns, period, points } = figures;
  if (!people && !signIns) return null;
  const to = points.at(-1) ?? '';
  const from = period === 'today' ? to : (points[0] ?? '');
  const toLog = `/administration/audit?${new URLSearchParams({ category: 'auth', from, to })}`;
  return (
    <div className={classes.part} data-testid="part-people">
      <ComparedFigures
        label={words.people.part}
        items={[
          ...(people
            ? [
                {
                  label: words.people.total,
                  value: format(people.total),
                  note: `${words.newest(format(people.joined.total))}. ${compare(people.joined)}`,
                  to: '/administration/users',
                },
              ]
            : []),
          ...(signIns
            ? [
                over(words.people.succeeded, signIns.succeeded, { to: toLog }),
                over(words.people.failed, signIns.failed, { to: toLog }),
              ]
            : []),
        ]}
      />
      <div className={classes.halves}>
        {signIns ? (
          <BarChart
            title={words.people.signIns}
            times={times}
            series={[
              line(words.people.succeeded, signIns.succeeded, 'first'),
              line(words.people.failed, signIns.failed, 'bad'),
            ]}
            format={format}
            summary={words.sum(format(signIns.succeeded.total))}
            quiet={words.nothing}
          />
        ) : null}
        {people ? (
          <BarChart
            title={words.people.joined}
            times={times}
            series={[line(words.people.joined, people.joined, 'first')]}
            format={format}
            summary={words.sum(format(people.joined.total))}
            quiet={words.nothing}
          />
        ) : null}
      </div>
    </div>
  );
}
