import type { DashboardFigures } from '../../../api/dashboard.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { Bars } from '../../../ui/charts/bars.tsx';
import { ComparedFigures } from './compared-figures.tsx';
import classes from './dashboard.module.css';
import { useFigures } from './use-figures.ts';

type State = NonNullable<DashboardFigures['applications']>['states'][number]['state'];

/** The view of the case desk that lists a state. */
const DESK_VIEWS: Partial<Record<State, string>> = {
  submitted: 'open',
  registered: 'open',
  in_review: 'open',
  info_required: 'waiting',
  approved: 'to_deliver',
};

export function CaseFigures({ figures }: { figures: DashboardFigures }) {
  const { words, format, times, over, work, line } = useFigures(figures);
  const { applications, deadlines } = figures;
  if (!applications || !deadlines) return null;
  const { submitted, approved, rejected, states } = applications;
  const present = states.filter(({ count }) => count > 0);
  return (
    <div className={classes.part} data-testid="part-cases">
      <ComparedFigures
        label={words.cases.part}
        items={[
          over(words.cases.submitted, submitted, { to: '/officer' }),
          over(words.cases.approved, approved),
          over(words.cases.rejected, rejected),
          work(words.cases.late, deadlines.late, { to: '/officer?view=overdue' }),
          work(words.cases.dueSoon, deadlines.due_soon, { to: '/officer?view=due_soon', isBad: false }),
          over(words.cases.missed, deadlines.missed),
          ...(figures.unattended
            ? [work(words.cases.unattended, figures.unattended.cases, { to: '/administration/authorities' })]
            : []),
        ]}
      />
      <div className={classes.halves}>
        <BarChart
          title={words.cases.overTime}
          times={times}
          series={[
            line(words.cases.submitted, submitted, 'first'),
            line(words.cases.approved, approved, 'second'),
            line(words.cases.missed, deadlines.missed, 'bad'),
          ]}
          format={format}
          summary={words.sum(format(submitted.total))}
          quiet={words.nothing}
        />
        {present.length > 0 ? (
          <Bars
            title={words.cases.states}
            format={format}
            others={words.cases.others}
            bars={present.map(({ state, count }) => ({
              label: words.cases.stateNames[state],
              value: count,
              ...(DESK_VIEWS[state] ? { to: `/officer?view=${DESK_VIEWS[state]}` } : {}),
            }))}
          />
        ) : null}
      </div>
    </div>
  );
}
