import type { IncomingHttpHeaders } from 'node:http';
import {
  createOutgoingCalls,
  type OutgoingCallDeps,
  plainText,
} from '../../kernel/delivery/outgoing-calls.ts';
import type { ReceiverPort } from '../../modules/webhooks/receiver-port.ts';

const keptBytes = 1024;
const mostHeaders = 40;
const longestValue = 300;

/** The addresses that developers subscribe, over HTTP. */
export function createReceivers(deps: OutgoingCallDeps): ReceiverPort {
  const calls = createOutgoingCalls(deps);
  return {
    refuse: calls.refuse,
    post: async (url, headers, body) => {
      const { status, durationMs, retryAfterMs, ...answer } = await calls.call(
        url,
        { method: 'POST', headers, body },
        keptBytes,
      );
      return {
        status,
        durationMs,
        retryAfterMs,
        headers: keptHeaders(answer.headers),
        answer: plainText(answer.text, keptBytes),
        problem: status === null ? answer.problem : problemOf(status),
      };
    },
  };
}

/** Cookies are credentials of the receiver, which the log has no use for. */
function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name !== 'set-cookie' && name.length <= 100);
  return Object.fromEntries(
    kept.slice(0, mostHeaders).map(([name, value]) => [name, plainText(String(value), longestValue)]),
  );
}

function problemOf(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400) return 'the receiver redirects, which is not followed';
  return `the receiver answered ${status}`;
}
