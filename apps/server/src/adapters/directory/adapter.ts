import { Agent } from 'undici';
import { DirectoryError, type DirectoryPort } from '../../modules/directory/directory-port.ts';
import { readOrganisation, readPerson } from './read-record.ts';

export interface DirectoryOptions {
  baseUrl: string;
  token: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const ANSWER_CAP_BYTES = 4 * 1024 * 1024;

/**
 * POST /api/user/find and GET /api/organization/find with a bearer token; 404 or an empty answer means not
 * found.
 */
export function createDirectoryAdapter(options: DirectoryOptions): DirectoryPort {
  const agent = new Agent({
    connections: 8,
    connect: { timeout: 3000 },
    maxResponseSize: ANSWER_CAP_BYTES,
    // One timer covers the whole call: a trickle of bytes must not hold it open.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;

  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const url = new URL(`${options.baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`);
    const { status, text } = await send(agent, timeoutMs, {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: {
        authorization: `Bearer ${options.token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (status === 404) return undefined;
    if (status >= 500) throw new DirectoryError('unavailable', `directory answered ${status}`);
    // Redirects are not followed, because they would carry the token to another host.
    if (status !== 200) throw new DirectoryError('failed', `directory answered ${status}`);
    return parse(text);
  };

  return {
    findPerson: async (text) => readPerson(await call('POST', '/api/user/find', { search_text: text })),
    findOrganisation: async (text) =>
      readOrganisation(await call('GET', `/api/organization/find?search_text=${encodeURIComponent(text)}`)),
  };
}

async function send(
  agent: Agent,
  timeoutMs: number,
  request: Parameters<Agent['request']>[0],
): Promise<{ status: number; text: string }> {
  try {
    const { statusCode, body } = await agent.request({ ...request, signal: AbortSignal.timeout(timeoutMs) });
    return { status: statusCode, text: await body.text() };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
      throw new DirectoryError('failed', 'directory answered more than it may');
    throw new DirectoryError('unavailable', `directory cannot be reached (${code})`);
  }
}

function parse(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new DirectoryError('failed', 'directory answered something that is not JSON');
  }
}
