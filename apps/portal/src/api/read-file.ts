import { ApiError, classifyFailure, type FailureBody } from './errors.ts';

/** The bytes for a preview; the server sends every file as an attachment, so the page gives them their type. */
export async function readFile(path: string, type: string, signal?: AbortSignal): Promise<Blob> {
  let answer: Response;
  try {
    answer = await fetch(path, { signal: signal ?? null, cache: 'no-store', redirect: 'error' });
    if (answer.ok) return new Blob([await answer.arrayBuffer()], { type });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ kind: 'network' });
  }
  const body = (await answer.json().catch(() => ({}))) as FailureBody;
  throw new ApiError(
    classifyFailure(answer.status, body, answer.headers.get('retry-after')),
    typeof body.request_id === 'string' ? body.request_id : null,
    typeof body.message === 'string' ? body.message : '',
  );
}
