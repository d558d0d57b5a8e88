import { useQuery } from '@tanstack/react-query';
import { figuresQuery, PERIODS, type TeamFigures } from '../../api/team.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { Bars } from '../../ui/charts/bars.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { Figures } from '../../ui/figures.tsx';
import pageStyle from '../../ui/page/list-page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { usePeriod } from '../../ui/page/use-period.tsx';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { FigureTables } from './figure-tables.tsx';
import { saySpan } from './span.ts';
import classes from './team.module.css';
import { TeamTabs } from './team-tabs.tsx';
import { teamWords } from './words.ts';

/** How the authorities of a leader decide: now and over time, by service, with every figure as a table and a file. */
export function FiguresPage() {
  const words = usePageWords(teamWords);
  const { period: weeks, select } = usePeriod({ name: 'weeks', periods: PERIODS, usual: '12', words });
  const query = useQuery(figuresQuery(weeks));
  return (
    <>
      <TeamTabs />
      <div className={pageStyle.page}>
        <PageHead isDense title={words.title} lead={words.lead} action={select} />
        <Loaded query={query}>
          {(figures) =>
            figures.services.length === 0 ? (
              <EmptyState title={words.empty} />
            ) : (
              <div className={classes.stack}>
                <NowFigures figures={figures} />
                <WeekCharts figures={figures} />
                <ServiceBars figures={figures} />
                <FigureTables figures={figures} />
                <p className={textStyle.quiet}>{words.method}</p>
              </div>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

const useSpan = () => {
  const words = usePageWords(teamWords);
  const format = useNumber();
  return (hours: number | null) => saySpan(hours, words, format);
};

function NowFigures({ figures }: { figures: TeamFigures }) {
  const words = usePageWords(teamWords);
  const format = useNumber();
  const say = useSpan();
  return (
    <Figures
      label={words.now}
      items={[
        [words.open, format(figures.open)],
        [words.late, format(figures.late)],
        [words.decided, format(figures.decided)],
        [words.decidedLate, format(figures.decided_late)],
        [words.median, say(figures.median_hours)],
        [words.p90, say(figures.p90_hours)],
      ]}
    />
  );
}

function WeekCharts({ figures }: { figures: TeamFigures }) {
  const words = usePageWords(teamWords);
  const format = useNumber();
  const say = useSpan();
  const { weeks } = figures;
  const times = weeks.map(({ week }) => week.slice(5));
  return (
    <div className={classes.halves}>
      <BarChart
        title={words.perWeek}
        times={times}
        series={[
          { label: words.decided, tone: 'first', values: weeks.map(({ decided }) => decided) },
          { label: words.decidedLate, tone: 'bad', values: weeks.map((week) => week.decided_late) },
        ]}
        format={format}
        summary={words.perWeekSummary(format(figures.decided))}
        quiet={words.noDecisions}
      />
      <LineChart
        title={words.time}
        times={times}
        isThere={weeks.map(({ decided }) => decided > 0)}
        series={[
          {
            label: words.median,
            tone: 'first',
            values: weeks.map(({ median_hours }) => median_hours ?? 0),
            overall: say(figures.median_hours),
          },
          {
            label: words.p90,
            tone: 'second',
            isDashed: true,
            values: weeks.map(({ p90_hours }) => p90_hours ?? 0),
            overall: say(figures.p90_hours),
          },
        ]}
        format={say}
        summary={words.timeSummary(say(figures.median_hours), say(figures.p90_hours))}
        quiet={words.noDecisions}
      />
    </div>
  );
}

function ServiceBars({ figures }: { figures: TeamFigures }) {
  const words = usePageWords(teamWords);
  const format = useNumber();
  const say = useSpan();
  const open = figures.services.filter((service) => service.open > 0);
  const timed = figures.services.filter(({ median_hours }) => median_hours !== null);
  return (
    <div className={classes.halves}>
      {open.length > 0 ? (
        <Bars
          title={words.openByService}
          format={format}
          others={words.others}
          bars={open.map(({ code, name, open: count, late }) => ({
            label: name,
            value: count,
            isBad: late > 0,
            to: `/officer?${new URLSearchParams({ service: code })}`,
          }))}
        />
      ) : null}
      {timed.length > 0 ? (
        <Bars
          title={words.timeByService}
          format={say}
          others={words.others}
          bars={timed
            .toSorted((one, other) => (other.median_hours ?? 0) - (one.median_hours ?? 0))
            .map(({ name, median_hours }) => ({ label: name, value: median_hours ?? 0 }))}
        />
      ) : null}
    </div>
  );
}
