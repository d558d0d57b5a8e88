import { useQuery } from '@tanstack/react-query';
import {
  type ClientCalls,
  type ClientSignIns,
  ownCallsQuery,
  ownSignInsQuery,
} from '../../api/applications.ts';
import { formatAxisTime, formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { Bars } from '../../ui/charts/bars.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { Figures } from '../../ui/figures.tsx';
import { usePeriod } from '../../ui/page/use-period.tsx';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { wholeList } from '../../ui/table/list-source.ts';
import classes from './developers.module.css';
import { usageWords } from './usage-words.ts';

const PERIODS = [1, 7, 30, 90] as const;

/** Sign-ins, refusals and gateway calls of one application, and what is left of its quota. */
export function UsageTab({ id }: { id: string }) {
  const words = usePageWords(usageWords);
  const { period: days, select } = usePeriod({ name: 'days', periods: PERIODS, usual: 7, words });
  const signIns = useQuery(ownSignInsQuery(id, days));
  const calls = useQuery(ownCallsQuery(id, days));
  return (
    <div className={classes.usage}>
      {select}
      <Loaded query={signIns}>{(data) => <SignIns data={data} days={days} />}</Loaded>
      <Loaded query={calls}>{(data) => <Calls data={data} days={days} query={calls} />}</Loaded>
    </div>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function SignIns({ data, days }: { data: ClientSignIns; days: number }) {
  const words = usePageWords(usageWords);
  const count = useNumber();
  const times = data.items.map(({ at }) => formatAxisTime(at, days * 24));
  const pick = (name: 'sign_ins' | 'tokens' | 'refused') => data.items.map((point) => point[name]);
  const [signIns, tokens, refused] = [pick('sign_ins'), pick('tokens'), pick('refused')];
  const summary = words.signInSummary(count(sum(signIns)), count(sum(tokens)), count(sum(refused)));
  return (
    <>
      <BarChart
        title={words.signInsTitle}
        times={times}
        series={[
          { label: words.tokens, tone: 'second', values: tokens },
          { label: words.signIns, tone: 'first', values: signIns },
        ]}
        format={count}
        summary={summary}
      />
      <BarChart
        title={words.refused}
        times={times}
        series={[{ label: words.refused, tone: 'bad', values: refused }]}
        format={count}
        summary={summary}
        quiet={words.noRefusals}
      />
      {data.refusals.length === 0 ? null : (
        <Bars
          title={words.reasons}
          bars={data.refusals.map(({ reason, count: value }) => ({
            label: reason,
            value,
            to: '?tab=problems',
            isBad: true,
          }))}
          format={count}
          others={words.others}
        />
      )}
    </>
  );
}

type Service = ClientCalls['services'][number];
const ROOMS: Partial<Record<keyof Service, 'some' | 'much'>> = {
  refused: 'some',
  errors: 'some',
  p95_latency_ms: 'some',
  rate_limited: 'much',
  avg_latency_ms: 'much',
};

function Calls({
  data,
  days,
  query,
}: {
  data: ClientCalls;
  days: number;
  query: ReturnType<typeof useQuery<ClientCalls>>;
}) {
  const words = usePageWords(usageWords);
  const { language } = useLanguage();
  const count = useNumber();
  const times = data.items.map(({ at }) => formatAxisTime(at, days * 24));
  const pick = (name: 'requests' | 'errors' | 'p50_latency_ms' | 'p95_latency_ms') =>
    data.items.map((point) => point[name]);
  const [requests, errors, p95] = [pick('requests'), pick('errors'), pick('p95_latency_ms')];
  const summary = words.callSummary(count(sum(requests)), count(sum(errors)), words.ms(Math.max(0, ...p95)));
  const { quota, rate } = data;
  const number = (key: keyof Service & string, title: string, show = count): Column<Service> => ({
    key,
    title,
    isNumber: true,
    text: (row) => show(Number(row[key])),
    sortBy: (row) => Number(row[key]),
    ...(ROOMS[key] === undefined ? {} : { room: ROOMS[key] }),
  });
  return (
    <>
      <Figures
        label={words.quotaLabel(formatDateTime(quota.resets_at, language))}
        items={[
          [words.quotaUsed, count(quota.used)],
          [words.quotaLeft, quota.left === null ? words.unlimited : count(quota.left)],
          [words.quotaLimit, quota.limit === null ? words.unlimited : count(quota.limit)],
          [words.perMinute, count(rate.per_minute)],
          [words.burst, count(rate.burst)],
        ]}
      />
      <BarChart
        title={words.calls}
        times={times}
        series={[
          { label: words.calls, tone: 'first', values: requests },
          { label: words.errors, tone: 'bad', values: errors },
        ]}
        format={count}
        summary={summary}
      />
      <LineChart
        title={words.latency}
        times={times}
        isThere={requests.map((value) => value > 0)}
        series={[
          { label: words.p50, tone: 'first', values: pick('p50_latency_ms') },
          { label: words.p95, tone: 'second', values: p95, isDashed: true },
        ]}
        format={words.ms}
        summary={summary}
      />
      <DataTable
        id="application-services"
        list={wholeList(query, ({ services }) => services)}
        caption={words.byService}
        columns={[
          { key: 'service', title: words.service, text: ({ service }) => service || words.noService },
          number('requests', words.calls),
          number('refused', words.refusedCalls),
          number('errors', words.errors),
          number('rate_limited', words.limited),
          number('avg_latency_ms', words.average, words.ms),
          number('p95_latency_ms', words.p95, words.ms),
        ]}
        empty={<EmptyState title={words.noCalls}>{words.noCallsText}</EmptyState>}
        getId={({ service }) => service}
      />
    </>
  );
}
