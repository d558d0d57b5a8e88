import type { AuditEvent } from '../../kernel/audit/events.ts';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { ingest, type RelayIdentity } from './ingest.ts';
import { sorted } from './json.ts';
import { isSilent } from './messages.ts';
import { listRoutesFor, type ServiceRoute } from './platform-store.ts';
import type { Envelope } from './schemas.ts';
import { digestOf } from './signatures.ts';

/** The answer of an agency to a confidential request, in the transaction that accepts the message. */
export interface ConfidentialAnswer {
  readonly requestId: string;
  /** `rejected` only after every platform that was asked has refused. */
  readonly status: 'done' | 'rejected';
  readonly result: unknown;
  readonly platform: { id: string; code: string };
  /** SHA-256 of the message as it came, and of our receipt for it. */
  readonly digest: string;
  readonly receiptDigest: string;
}

/** The module that asks on behalf of people; it keeps the only copy of an answer. */
export interface Asker {
  readonly events: readonly AuditEvent[];
  answered(tx: WriteTx, answer: ConfidentialAnswer): Promise<void>;
}

export interface ExchangeRoute {
  readonly slaMinutes: number;
  readonly platformName: string;
}

/** What other modules may ask of the relay; the handles have the system identity. */
export interface Exchange {
  /** Where a service of the exchange leads; undefined when it cannot be asked confidentially. */
  route(db: Reader | Tx, serviceCode: string): Promise<ExchangeRoute | undefined>;
  /** The request commits with what it belongs to. */
  ask(
    tx: WriteTx,
    request: { serviceCode: string; title: string; payload: object },
  ): Promise<{ requestId: string; dueAt: Date }>;
}

export function createExchange(self: RelayIdentity): Exchange {
  return {
    route: async (db, serviceCode) => usableRoute(await listRoutesFor(db, serviceCode)),
    ask: async (tx, { serviceCode, title, payload }) => {
      const { request } = await ingest(tx, self, {
        service_code: serviceCode,
        title,
        payload,
        confidential: true,
      });
      return { requestId: request.id, dueAt: new Date(request.due_at) };
    },
  };
}

/**
 * People agree to one agency, so there is exactly one route; an agency without a system would answer in this portal,
 * where others could read the question.
 */
function usableRoute(routes: readonly ServiceRoute[]): ExchangeRoute | undefined {
  const [route, ...others] = routes;
  if (route === undefined || others.length > 0 || isSilent(route.endpoint_url)) return undefined;
  return { slaMinutes: route.sla_minutes, platformName: route.name };
}

/** What the inbox keeps of a confidential answer: enough to recognise a repeat, nothing to read. */
export function withhold(envelope: Envelope): Envelope {
  const { result, ...rest } = envelope;
  return { ...rest, result: { withheld: digestOf(JSON.stringify(sorted(result ?? null))) } };
}
