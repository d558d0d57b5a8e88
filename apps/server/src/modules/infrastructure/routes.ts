import { observer, open } from '../../kernel/http/access.ts';
import { type Row, read } from '../../kernel/http/row.ts';
import { Type } from '../../kernel/http/schemas.ts';
import type { Metrics } from '../../kernel/observability/metrics.ts';
import { checkReadiness, type ReadinessDeps } from './readiness.ts';

export interface InfrastructureDeps extends ReadinessDeps {
  metrics: Metrics;
  version: string;
  document: () => object;
}

const Health = Type.Object({
  status: Type.Boolean(),
  message: Type.String(),
  platform_version: Type.String(),
});
const Check = Type.String();
export const Ready = Type.Object({
  status: Type.Boolean(),
  checks: Type.Object({
    database: Check,
    bus: Check,
    migrations: Check,
    audit: Check,
    files: Check,
    seal: Check,
  }),
});

export function infrastructureRows(deps: InfrastructureDeps): readonly Row[] {
  const alive = Object.freeze({ status: true, message: 'alive', platform_version: deps.version });
  return [
    read({
      id: 'health',
      base: 'root',
      path: '/health',
      access: open('a probe needs no account'),
      reply: Health,
      errors: [],
      raw: true,
      quiet: true,
      summary: 'Whether the process is alive; checks nothing else',
      handler: () => alive,
    }),
    read({
      id: 'ready',
      base: 'root',
      path: '/ready',
      access: open('a load balancer needs no account'),
      reply: Ready,
      errors: [],
      raw: true,
      quiet: true,
      otherStatus: 503,
      summary:
        'Whether requests can be served: database, bus, migrations, sealing of the audit log; also the store of files and the seal',
      handler: async ({ reply }) => {
        const readiness = await checkReadiness(deps);
        if (!readiness.status) reply.status(503);
        return readiness;
      },
    }),
    read({
      id: 'metrics',
      base: 'root',
      path: '/metrics',
      access: observer,
      reply: Type.String(),
      errors: [],
      raw: true,
      quiet: true,
      summary: 'Metrics in the Prometheus text format',
      handler: async ({ reply }) => {
        reply.header('content-type', deps.metrics.registry.contentType);
        return deps.metrics.registry.metrics();
      },
    }),
    read({
      id: 'swagger.document',
      base: 'root',
      path: '/swagger/doc.json',
      access: observer,
      reply: Type.Any(),
      errors: [],
      raw: true,
      summary: 'The OpenAPI document',
      handler: () => deps.document(),
    }),
  ];
}
