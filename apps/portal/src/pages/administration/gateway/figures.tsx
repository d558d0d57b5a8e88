import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../../../api/gateway.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { LoadFailure } from '../../../ui/states/states.tsx';
import { gatewayWords } from './words.ts';

export function GatewayFigures() {
  const { figures: words } = usePageWords(gatewayWords);
  const { data, error, refetch } = useQuery(overviewQuery);
  if (!data) return error ? <LoadFailure error={error} onRetry={refetch} /> : null;
  return (
    <Figures
      label={words.label}
      items={[
        [words.requests, data.requests_24h],
        [words.errorRate, `${(data.error_rate * 100).toFixed(1)}%`],
        [words.average, words.ms(data.avg_latency_ms)],
        [words.p95, words.ms(data.p95_latency_ms)],
        [words.limited, data.rate_limited_24h],
        [words.consumers, data.consumers],
      ]}
    />
  );
}
