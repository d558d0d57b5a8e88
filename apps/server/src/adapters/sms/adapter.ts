import { Agent } from 'undici';
import { SmsError, type SmsPort } from '../../modules/contacts/sms-port.ts';

export interface SmsOptions {
  baseUrl: string;
  apiKey: string;
  sender: string;
  timeoutMs?: number;
}

/** Hands text messages to the gateway; the calling job retries, and the id keeps a repeat from a second message. */
export function createSmsAdapter(options: SmsOptions): SmsPort {
  const url = new URL(`${options.baseUrl.replace(/(?<!\/)\/+$/, '')}/sms/messages`);
  // Redirects are not followed, because they would carry the key to another host.
  const agent = new Agent({ connections: 8, connect: { timeout: 5_000 }, maxResponseSize: 16 * 1024 });
  return {
    send: async ({ id, to, text }) => {
      let status: number;
      try {
        const answer = await agent.request({
          origin: url.origin,
          path: url.pathname,
          method: 'POST',
          headers: { authorization: `Bearer ${options.apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ id, from: options.sender, to, text }),
          signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
        });
        status = answer.statusCode;
        await answer.body.dump();
      } catch (error) {
        // The gateway's text is left out: it may repeat the number.
        const { code, name } = error as { code?: unknown; name?: string };
        throw new SmsError(typeof code === 'string' ? code : (name ?? 'no answer'));
      }
      if (status >= 300) throw new SmsError(`status ${status}`);
    },
  };
}
