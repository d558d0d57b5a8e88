import { Agent, request } from 'undici';
import { EmailCodeError, type EmailCodePort } from '../../modules/superadmin/email-code-port.ts';

export interface EmailCodeOptions {
  /** Undefined when the service is not set up: every call then fails with that reason. */
  baseUrl: string | undefined;
  apiKey: string | undefined;
  channel: string;
}

const TIMEOUT_MS = 10_000;
const ANSWER_CAP_BYTES = 16 * 1024;

/** Calls the e-mail code service: `/verify/send` and `/verify/check`, with our key in a header. */
export function createEmailCodeAdapter(options: EmailCodeOptions): EmailCodePort {
  const agent = new Agent({ maxResponseSize: ANSWER_CAP_BYTES, connect: { timeout: 5_000 } });

  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    if (options.baseUrl === undefined || options.apiKey === undefined)
      throw new EmailCodeError('not_configured', 'VERIFY_API_BASE and VERIFY_API_KEY are not set');
    let status: number;
    let answer: unknown;
    try {
      const response = await request(`${options.baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': options.apiKey },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      status = response.statusCode;
      answer = await response.body.json();
    } catch (error) {
      // The provider's text is left out: it may repeat the address.
      throw new EmailCodeError('unavailable', `${path}: ${codeOf(error)}`);
    }
    if (status >= 500) throw new EmailCodeError('unavailable', `${path}: status ${status}`);
    if (status !== 200) throw new EmailCodeError('rejected', `${path}: status ${status}`);
    return Object(answer) as Record<string, unknown>;
  }

  return {
    send: async (to) => {
      const { request_id: requestId } = await post('/verify/send', { to, channel: options.channel });
      if (typeof requestId !== 'string' || requestId.length < 1 || requestId.length > 200)
        throw new EmailCodeError('unavailable', '/verify/send: no request_id in the answer');
      return { requestId };
    },
    check: async (requestId, code) => {
      const { status } = await post('/verify/check', { request_id: requestId, code });
      return status === 'approved';
    },
  };
}

function codeOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}
