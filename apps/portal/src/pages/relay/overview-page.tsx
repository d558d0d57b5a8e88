import { useQuery } from '@tanstack/react-query';
import { overviewQuery, type RelayOverview } from '../../api/relay.ts';
import { formatAxisTime } from '../../i18n/format.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { dayAt } from '../../i18n/time.ts';
import { useNumber } from '../../i18n/use-number.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { Bars } from '../../ui/charts/bars.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { Figures } from '../../ui/figures.tsx';
import pageStyle from '../../ui/page/list-page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { usePeriod } from '../../ui/page/use-period.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import { LatestEvents } from './latest-events.tsx';
import { overviewWords } from './overview-words.ts';
import classes from './relay.module.css';
import { useMayManage } from './relay.tsx';
import { StartSteps } from './start-steps.tsx';
import { Warnings } from './warnings.tsx';
import { relayWords } from './words.ts';

const PERIODS = [1, 7, 30, 90];
const percent = (share: number) => `${Math.round(share * 100)}%`;

export function RelayOverviewPage() {
  const words = usePageWords(overviewWords);
  const mayManage = useMayManage();
  const { period: days, select } = usePeriod({ name: 'days', periods: PERIODS, usual: 7, words });
  const query = useQuery(overviewQuery(days));
  const isEmpty = query.data?.platforms.length === 0 && query.data.total === 0;
  return (
    <div className={pageStyle.page}>
      <PageHead isDense title={words.title} lead={words.lead} action={isEmpty ? null : select} />
      <Loaded query={query}>
        {(data) =>
          isEmpty ? (
            <StartSteps maySeed={data.may_seed} />
          ) : (
            <div className={classes.stack}>
              {mayManage ? <Warnings /> : null}
              <NowFigures data={data} />
              {data.period ? <PeriodCharts period={data.period} /> : null}
              <div className={classes.halves}>
                <StateBars data={data} />
                <LatestEvents events={data.recent_events} />
              </div>
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

function NowFigures({ data }: { data: RelayOverview }) {
  const words = usePageWords(overviewWords);
  const { minutes } = usePageWords(relayWords);
  const format = useNumber();
  return (
    <Figures
      label={words.figures}
      items={[
        [words.today, format(data.received_today)],
        [words.open, format(data.in_progress)],
        [words.overdue, format(data.overdue)],
        // Without a request there is no share, neither all nor none.
        [words.onTime, data.total === 0 ? '–' : percent(data.sla_compliance_pct)],
        [words.average, minutes(format(data.avg_fulfill_mins))],
        [words.fulfilled, format(data.fulfilled)],
      ]}
    />
  );
}

function PeriodCharts({ period }: { period: NonNullable<RelayOverview['period']> }) {
  const words = usePageWords(overviewWords);
  const format = useNumber();
  const { points, platforms, step } = period;
  const times = points.map(({ at }) => (step === 'hour' ? formatAxisTime(at, 24) : dayAt(at).slice(5)));
  const sum = (name: 'received' | 'settled' | 'on_time') =>
    points.reduce((total, point) => total + point[name], 0);
  const overall = sum('settled') === 0 ? '–' : percent(sum('on_time') / sum('settled'));
  const asked = platforms.filter(({ total }) => total > 0);
  const toRequests = (id: string) => `/relay/requests?${new URLSearchParams({ platform: id })}`;
  return (
    <>
      <div className={classes.halves}>
        <BarChart
          title={words.volume}
          times={times}
          series={[{ label: words.volume, tone: 'first', values: points.map(({ received }) => received) }]}
          format={format}
          summary={words.volumeSummary(format(sum('received')))}
          quiet={words.noRequests}
        />
        <LineChart
          title={words.share}
          times={times}
          isThere={points.map(({ settled }) => settled > 0)}
          series={[
            {
              label: words.share,
              tone: 'second',
              values: points.map(({ settled, on_time }) => (on_time / Math.max(1, settled)) * 100),
              overall: words.shareOverall(overall),
            },
          ]}
          format={(value) => `${Math.round(value)}%`}
          summary={words.shareSummary(overall, format(sum('settled')))}
          quiet={words.noAnswers}
        />
      </div>
      {asked.length > 0 ? (
        <div className={classes.halves}>
          <Bars
            title={words.byPlatform}
            format={format}
            others={words.others}
            bars={asked
              .toSorted((one, other) => other.total - one.total)
              .map(({ platform_id, platform_name, total }) => ({
                label: platform_name,
                value: total,
                to: toRequests(platform_id),
              }))}
          />
          <Bars
            title={words.shareByPlatform}
            format={percent}
            others={words.others}
            top={1}
            bars={asked
              .toSorted((one, other) => one.compliance_pct - other.compliance_pct)
              .map(({ platform_id, platform_name, compliance_pct }) => ({
                label: platform_name,
                value: compliance_pct,
                to: toRequests(platform_id),
                isBad: compliance_pct < 0.9,
              }))}
          />
        </div>
      ) : null}
    </>
  );
}

function StateBars({ data }: { data: RelayOverview }) {
  const words = usePageWords(overviewWords);
  const { states } = usePageWords(relayWords);
  const format = useNumber();
  return (
    <Bars
      title={words.byState}
      format={format}
      others={words.others}
      bars={data.status_buckets
        .filter(({ status }) => status !== 'received')
        .map(({ status, count }) => ({
          label: states[status],
          value: count,
          to: `/relay/requests?status=${status}`,
          isBad: status === 'overdue',
        }))}
    />
  );
}
