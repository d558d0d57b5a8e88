import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../../../api/gateway.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { LoadFailure } from '../../../ui/states/states.tsx';
import classes from './gateway.module.css';
import { gatewayWords } from './words.ts';

export function Figures() {
  const { figures: words } = usePageWords(gatewayWords);
  const { data, error, refetch } = useQuery(overviewQuery);
  if (!data) return error ? <LoadFailure error={error} onRetry={refetch} /> : null;
  const items: [string, string | number][] = [
    [words.requests, data.requests_24h],
    [words.errorRate, `${(data.error_rate * 100).toFixed(1)}%`],
    [words.average, words.ms(data.avg_latency_ms)],
    [words.p95, words.ms(data.p95_latency_ms)],
    [words.limited, data.rate_limited_24h],
    [words.consumers, data.consumers],
  ];
  return (
    <section aria-label={words.label}>
      <p className={classes.label}>{words.label}</p>
      <dl className={classes.figures} data-testid="figures">
        {items.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
