import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  requestFinished(row: string, status: number, seconds: number): void;
  jobFinished(queue: string, outcome: 'done' | 'failed', seconds: number): void;
  /** Adds a gauge that is read at each scrape. */
  gauge(
    name: string,
    help: string,
    labels: readonly string[],
    read: (gauge: Gauge) => void | Promise<void>,
  ): void;
}

/** One registry per server, so that tests can run several in one process. */
export function createMetrics(options: { process: boolean }): Metrics {
  const registry = new Registry();
  if (options.process) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'tamga_request_seconds',
    help: 'Time to answer, by row and status class',
    labelNames: ['row', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'tamga_job_seconds',
    help: 'Time of a job, by queue and outcome',
    labelNames: ['queue', 'outcome'],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'tamga_job_failures_total',
    help: 'Jobs that failed and will be tried again or left as dead letters',
    labelNames: ['queue'],
    registers: [registry],
  });
  const classes = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'];
  return {
    registry,
    requestFinished: (row, status, seconds) =>
      requests.observe({ row, status: classes[Math.floor(status / 100)] ?? 'other' }, seconds),
    jobFinished: (queue, outcome, seconds) => {
      jobs.observe({ queue, outcome }, seconds);
      if (outcome === 'failed') failures.inc({ queue });
    },
    gauge: (name, help, labels, read) => {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        async collect() {
          await read(this as Gauge);
        },
      });
    },
  };
}
