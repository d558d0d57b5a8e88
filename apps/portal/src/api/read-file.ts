import { actingHeader } from './acting-for.ts';
import { ApiError, classifyFailure, type FailureBody } from './errors.ts';

/** A file with the name that the server gives it. */
export async function readNamedFile(path: string, call?: RequestInit): Promise<{ blob: Blob; name: string }> {
  const answer = await ask(path, undefined, call);
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  const plain = /filename="([^"]*)"/i.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return { blob: await answer.blob(), name: encoded ? decodeURIComponent(encoded) : (plain ?? 'file') };
}

/** The bytes for a preview; the server sends every file as an attachment, so the page gives them their type. */
export async function readFile(path: string, type: string, signal?: AbortSignal): Promise<Blob> {
  return new Blob([await (await ask(path, signal)).arrayBuffer()], { type });
}

async function ask(path: string, signal?: AbortSignal, call: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      signal: signal ?? null,
      cache: 'no-store',
      redirect: 'error',
      headers: actingHeader('GET', path),
      ...call,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ kind: 'network' });
  }
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as FailureBody;
  throw new ApiError(
    classifyFailure(answer.status, body, answer.headers.get('retry-after')),
    typeof body.request_id === 'string' ? body.request_id : null,
    typeof body.message === 'string' ? body.message : '',
  );
}
