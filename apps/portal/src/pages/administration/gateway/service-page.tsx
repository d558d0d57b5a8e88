import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type Service, servicesQuery, type TrafficPoint, trafficQuery } from '../../../api/gateway.ts';
import application from '../../../features/oauth-clients/oauth-clients.module.css';
import { formatAxisTime } from '../../../i18n/format.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import badgeStyle from '../../../ui/badge.module.css';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import admin from '../../../ui/page/list-page.module.css';
import { PageHeading, usePageTitle } from '../../../ui/page/page.tsx';
import headStyle from '../../../ui/page/page-head.module.css';
import { usePeriod } from '../../../ui/page/use-period.tsx';
import { EmptyState, LoadFailure, LoadingRows } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './gateway.module.css';
import { describeUpstream } from './gateway-page.tsx';
import { OpenapiPart } from './openapi-part.tsx';
import { gatewayWords } from './words.ts';

const PERIODS = [1, 24, 168];

export function ServicePage() {
  const words = usePageWords(gatewayWords);
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(servicesQuery);
  const service = data?.find((known) => known.id === id);
  usePageTitle(service?.name ?? words.title);
  return (
    <div className={admin.page}>
      <p className={application.back}>
        <Link to="/administration/gateway">
          <IconArrowLeft size={18} aria-hidden="true" />
          {words.back}
        </Link>
      </p>
      {service ? (
        <Shown service={service} />
      ) : isPending ? (
        <LoadingRows />
      ) : data ? (
        <EmptyState title={words.notFound} />
      ) : (
        <LoadFailure error={error} onRetry={refetch} />
      )}
    </div>
  );
}

function Shown({ service }: { service: Service }) {
  const words = usePageWords(gatewayWords);
  const { period: hours, select } = usePeriod({
    name: 'hours',
    periods: PERIODS,
    usual: 24,
    words: words.service,
  });
  const { data, error, refetch } = useQuery(trafficQuery(service.id, hours));
  return (
    <>
      <header className={headStyle.dense}>
        <div>
          <PageHeading>{service.name}</PageHeading>
          <div className={application.titleLine}>
            <span className={badgeStyle.chip} data-tone={service.enabled ? 'good' : 'warn'}>
              {service.enabled ? words.on : words.off}
            </span>
            <span className={textStyle.code}>/gw/{service.name}/</span>
            <span className={`${textStyle.code} ${textStyle.quiet}`}>{describeUpstream(service)}</span>
          </div>
        </div>
        {select}
      </header>
      {data ? (
        <Charts points={data.items} hours={hours} />
      ) : error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : (
        <LoadingRows />
      )}
      <div className={classes.apart}>
        <OpenapiPart service={service} />
      </div>
    </>
  );
}

function Charts({ points, hours }: { points: readonly TrafficPoint[]; hours: number }) {
  const { service: words, figures } = usePageWords(gatewayWords);
  const times = points.map(({ at }) => formatAxisTime(at, hours));
  const pick = (name: 'requests' | 'errors' | 'p50_latency_ms' | 'p95_latency_ms') =>
    points.map((point) => point[name]);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const count = (value: number) => String(value);
  const [requests, errors] = [pick('requests'), pick('errors')];
  const p95 = pick('p95_latency_ms');
  const summary = words.summary(count(sum(requests)), count(sum(errors)), figures.ms(Math.max(0, ...p95)));
  return (
    <div className={classes.charts}>
      <BarChart
        title={words.requests}
        times={times}
        series={[{ label: words.requests, tone: 'first', values: requests }]}
        format={count}
        summary={summary}
      />
      <BarChart
        title={words.errors}
        times={times}
        series={[{ label: words.errorsAbout, tone: 'bad', values: errors }]}
        format={count}
        summary={summary}
        {...(sum(requests) > 0 ? { quiet: words.noErrors } : {})}
      />
      <LineChart
        title={words.latency}
        times={times}
        isThere={requests.map((value) => value > 0)}
        series={[
          { label: words.p50, tone: 'first', values: pick('p50_latency_ms') },
          { label: words.p95, tone: 'second', values: p95, isDashed: true },
        ]}
        format={figures.ms}
        summary={summary}
      />
    </div>
  );
}
