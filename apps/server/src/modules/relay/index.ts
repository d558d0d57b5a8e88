import type { Logger } from 'pino';
import type { Bus } from '../../kernel/bus/bus.ts';
import { startWorker } from '../../kernel/delivery/worker.ts';
import type { Limiter } from '../../kernel/http/limits.ts';
import type { Module } from '../../kernel/module.ts';
import type { Asker } from './confidential.ts';
import { createRelayDispatcher } from './deliver.ts';
import { answerDemo, ingestDemo } from './demo.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { createRelayKeys, keyPurpose, secretPurpose } from './keys.ts';
import { dueChannel } from './messages.ts';
import { type RouteDeps, relayRows } from './routes.ts';
import { names } from './schemas.ts';
import { sweep } from './sweep.ts';
import { webhookMount } from './webhook.ts';

export {
  type Asker,
  type ConfidentialAnswer,
  createExchange,
  type Exchange,
} from './confidential.ts';
export { type DemoAgency, seedAgencies, seedRelay } from './demo.ts';
export { errors as relayErrors } from './errors.ts';
export { events as relayEvents } from './events.ts';
export { type Evidence, verifyEvidence } from './evidence.ts';
export { changedChannel as relayChannel } from './messages.ts';
export type { PeerAnswer, PeerPort } from './peer-port.ts';

export interface RelayDeps extends Omit<RouteDeps, 'keys' | 'self'> {
  bus: Bus;
  limiter: Limiter;
  logger: Logger;
  asker: Asker;
}

export function relay(given: RelayDeps): Module {
  const deps = { ...given, keys: createRelayKeys(given), self: { selfCode: given.selfCode } };
  const { now, logger } = deps;
  const dispatcher = createRelayDispatcher(deps);
  return {
    name: 'relay',
    rows: relayRows(deps),
    mounts: [webhookMount(deps)],
    errors,
    events,
    schemas: names,
    sealed: [
      { table: 'relay_secrets', column: 'sealed', purpose: secretPurpose },
      { table: 'relay_keys', column: 'sealed', purpose: keyPurpose },
    ],
    jobs: [
      {
        name: 'relay.deliver',
        about: 'Sends messages to other platforms that are due; they normally leave at once',
        schedule: '* * * * *',
        run: (_data, { log }) => dispatcher.run(log),
      },
      {
        name: 'relay.sweep',
        watchesDeadlines: true,
        about: 'Reminders, overdue assignments, escalations, breach notices and re-routing of the relay',
        schedule: '* * * * *',
        run: (_data, { now: at, log }) => sweep(deps, at, log),
      },
    ],
    work: () =>
      startWorker({
        bus: deps.bus,
        channel: dueChannel,
        logger,
        deliver: { everyMs: 5000, run: () => dispatcher.fill(logger), stop: dispatcher.stop },
        beats: [
          { everyMs: 20_000, run: () => sweep(deps, now(), logger) },
          ...(deps.demoMode
            ? [
                { everyMs: 10_000, run: () => answerDemo(deps, now(), logger) },
                { everyMs: 25_000, run: () => ingestDemo(deps, now()) },
              ]
            : []),
        ],
      }),
  };
}
