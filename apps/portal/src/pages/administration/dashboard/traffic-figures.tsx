import type { DashboardFigures } from '../../../api/dashboard.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { ComparedFigures } from './compared-figures.tsx';
import classes from './dashboard.module.css';
import { useFigures } from './use-figures.ts';

export function TrafficFigures({ figures }: { figures: DashboardFigures }) {
  const { words, format, times, over, work, line } = useFigures(figures);
  const { gateway, relay, failures } = figures;
  if (!gateway && !relay) return null;
  return (
    <div className={classes.part} data-testid="part-traffic">
      <ComparedFigures
        label={words.traffic.part}
        items={[
          ...(gateway
            ? [
                over(words.traffic.calls, gateway.calls, { to: '/administration/gateway' }),
                over(words.traffic.errors, gateway.errors, { to: '/administration/gateway/calls' }),
              ]
            : []),
          ...(relay
            ? [
                over(words.traffic.received, relay.received, { to: '/relay/requests' }),
                work(words.traffic.overdue, relay.overdue, { to: '/relay/requests?status=overdue' }),
                // Administrators see it among the failures.
                ...(failures
                  ? []
                  : [work(words.failures.undelivered, relay.undelivered, { to: '/relay/dead-letters' })]),
              ]
            : []),
        ]}
      />
      <div className={classes.halves}>
        {gateway ? (
          <BarChart
            title={words.traffic.gateway}
            times={times}
            series={[
              line(words.traffic.calls, gateway.calls, 'first'),
              line(words.traffic.errors, gateway.errors, 'bad'),
            ]}
            format={format}
            summary={words.sum(format(gateway.calls.total))}
            quiet={words.nothing}
          />
        ) : null}
        {relay ? (
          <BarChart
            title={words.traffic.relay}
            times={times}
            series={[line(words.traffic.received, relay.received, 'first')]}
            format={format}
            summary={words.sum(format(relay.received.total))}
            quiet={words.nothing}
          />
        ) : null}
      </div>
    </div>
  );
}
