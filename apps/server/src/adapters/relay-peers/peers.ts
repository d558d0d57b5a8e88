import { checkerOf } from '../../kernel/checker.ts';
import {
  createOutgoingCalls,
  type OutgoingCallDeps,
  oneHeader,
  plainText,
} from '../../kernel/delivery/outgoing-calls.ts';
import { Type } from '../../kernel/http/schemas.ts';
import type { PeerAnswer, PeerPort } from '../../modules/relay/peer-port.ts';

const shownBytes = 500;
const keysBytes = 64 * 1024;

const isKeySet = checkerOf(
  Type.Object({
    keys: Type.Array(Type.Record(Type.String(), Type.String({ maxLength: 1000 })), { maxItems: 100 }),
  }),
);

/** Other platforms over HTTP. */
export function createPeers(deps: OutgoingCallDeps): PeerPort {
  const calls = createOutgoingCalls(deps);
  return {
    refuse: calls.refuse,
    post: async (url, headers, body) => {
      const { status, durationMs, ...answer } = await calls.call(
        url,
        { method: 'POST', headers, body },
        shownBytes,
      );
      return {
        status,
        durationMs,
        answer: plainText(answer.text, shownBytes),
        problem: status === null ? answer.problem : problemOf(status),
        receipt: oneHeader(answer.headers['x-relay-receipt']),
        retryAfterMs: answer.retryAfterMs,
      } satisfies PeerAnswer;
    },
    receiptKeys: async (url) => {
      try {
        const address = new URL('/.well-known/relay-keys.json', url).href;
        const { status, text } = await calls.call(address, { method: 'GET' }, keysBytes);
        const found: unknown = status === 200 ? JSON.parse(text) : undefined;
        return isKeySet(found) ? found : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

function problemOf(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400) return 'the platform redirects, which is not followed';
  return `the platform answered ${status}`;
}
