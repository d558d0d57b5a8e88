import { actingHeader } from './acting-for.ts';
import { ApiError, classifyFailure, type FailureBody } from './errors.ts';
import { readCsrfCookie } from './http.ts';

/** A slow connection may take hours for a large file, so only an upload that no longer moves is given up. */
const STALL_MS = 2 * 60_000;

/** Uploads a file as the body, or a form with a file, with XMLHttpRequest because `fetch` reports no upload progress. */
export function upload<Data>(
  path: string,
  content: File | FormData,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
  method: 'POST' | 'PUT' = 'POST',
  party = actingHeader(method, path),
): Promise<Data> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(method, path);
    let lost: 'network' | 'timeout' | null = null;
    const giveUp = () => {
      lost = 'timeout';
      call.abort();
    };
    // Without this the browser notices only after minutes that the bytes arrive nowhere.
    const disconnect = () => {
      lost = 'network';
      call.abort();
    };
    let timer = setTimeout(giveUp, STALL_MS);
    call.setRequestHeader('accept', 'application/json');
    call.setRequestHeader('accept-language', document.documentElement.lang);
    // The browser names the boundary of a form itself.
    if (content instanceof File) call.setRequestHeader('content-type', 'application/octet-stream');
    const csrf = readCsrfCookie(document.cookie);
    if (csrf) call.setRequestHeader('x-tamga-csrf', csrf);
    for (const [name, value] of Object.entries(party)) call.setRequestHeader(name, value);
    call.upload.onprogress = (event) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, STALL_MS);
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    call.onload = () => {
      const body = parse(call.responseText);
      if (call.status >= 200 && call.status < 300) resolve(body.data as Data);
      else
        reject(
          new ApiError(
            classifyFailure(call.status, body, call.getResponseHeader('retry-after')),
            typeof body.request_id === 'string' ? body.request_id : null,
            typeof body.message === 'string' ? body.message : '',
            body.data,
          ),
        );
    };
    call.onerror = () => reject(new ApiError({ kind: 'network' }));
    call.onabort = () =>
      reject(lost ? new ApiError({ kind: lost }) : new DOMException('stopped', 'AbortError'));
    const stop = () => call.abort();
    signal?.addEventListener('abort', stop, { once: true });
    window.addEventListener('offline', disconnect);
    call.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      window.removeEventListener('offline', disconnect);
    };
    call.send(content);
  });
}

function parse(text: string): FailureBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
