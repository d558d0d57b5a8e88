const PATIENCE_MS = 30_000;
export const SHOWN_BYTES = 100_000;

export interface GatewayRequest {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string | null;
}

export interface GatewayAnswer {
  status: number;
  milliseconds: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  isCut: boolean;
}

/** The reason why a call has no answer that can be shown. */
export class CallFailure extends Error {
  readonly reason: 'late' | 'redirected' | 'unreachable';
  constructor(reason: CallFailure['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Calls a service as a program would: with the token alone, never with the session of the reader. */
export async function callGateway(request: GatewayRequest, token: string): Promise<GatewayAnswer> {
  const began = performance.now();
  try {
    const headers = new Headers(request.headers.map(([name, value]): [string, string] => [name, value]));
    headers.set('authorization', `Bearer ${token}`);
    const answer = await fetch(request.url, {
      method: request.method,
      headers,
      body: request.body,
      credentials: 'omit',
      cache: 'no-store',
      // A redirect could take the token to another place.
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.type === 'opaqueredirect') throw new CallFailure('redirected');
    const milliseconds = Math.round(performance.now() - began);
    return {
      status: answer.status,
      milliseconds,
      headers: [...answer.headers],
      ...(await readStart(answer)),
    };
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    throw new CallFailure(isLate ? 'late' : 'unreachable');
  }
}

async function readStart(answer: Response): Promise<{ body: string; isCut: boolean }> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let body = '';
  let room = SHOWN_BYTES;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    body += decoder.decode(part.value.subarray(0, room), { stream: true });
    if (part.value.length > room) {
      void reader?.cancel();
      return { body, isCut: true };
    }
    room -= part.value.length;
  }
  return { body, isCut: false };
}
