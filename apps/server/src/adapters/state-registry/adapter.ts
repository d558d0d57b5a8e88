import { Agent } from 'undici';
import {
  StateRegistryError,
  type StateRegistryPort,
} from '../../modules/organisations/state-registry-port.ts';
import { checkAnswer } from './check-answer.ts';

export interface StateRegistryOptions {
  /** Without the `/v1/org/lookup` that is added here. */
  baseUrl: string;
  clientId: string;
  secret: string;
  timeoutMs?: number;
}

const answerCapBytes = 256 * 1024;

export function createStateRegistry(options: StateRegistryOptions): StateRegistryPort {
  const url = new URL(`${options.baseUrl.replace(/\/+$/, '')}/v1/org/lookup`);
  const credentials = Buffer.from(`${options.clientId}:${options.secret}`).toString('base64');
  // Redirects are not followed: they would carry the credentials elsewhere.
  const agent = new Agent({
    connections: 16,
    allowH2: false,
    connect: { timeout: 5_000 },
    maxResponseSize: answerCapBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const ask = async (regNo: string): Promise<{ status: number; text: string }> => {
    try {
      const { statusCode, body } = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: {
          authorization: `Basic ${credentials}`,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ reg_no: regNo }),
        signal: AbortSignal.timeout(options.timeoutMs ?? 15_000),
      });
      return { status: statusCode, text: await body.text() };
    } catch (error) {
      throw failureOf(error);
    }
  };
  return {
    lookup: async (regNo) => {
      const { status, text } = await ask(regNo);
      if (status >= 500 || status === 429) throw new StateRegistryError('unavailable', `status ${status}`);
      if (status !== 200) throw new StateRegistryError('failed', `status ${status}`);
      const answer = checkAnswer(parseJson(text), regNo);
      if (!answer.ok) throw new StateRegistryError('failed', answer.reason);
      return answer.organisation;
    },
  };
}

/** An answer beyond the cap came from a registry that works and cannot be used; anything else is a lost call. */
function failureOf(error: unknown): StateRegistryError {
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new StateRegistryError('failed', 'answer too large');
  if (name === 'TimeoutError') return new StateRegistryError('unavailable', 'no answer in time');
  return new StateRegistryError('unavailable', typeof code === 'string' ? code : 'connection failed');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
