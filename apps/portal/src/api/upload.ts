import { ApiError, classifyFailure, type FailureBody } from './errors.ts';
import { readCsrfCookie } from './http.ts';

/** Long enough for ten megabytes on a slow connection. */
const TIMEOUT_MS = 5 * 60_000;

/** Uploads one file as the body, with XMLHttpRequest because `fetch` reports no upload progress. */
export function upload<Data>(
  path: string,
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Data> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(method, path);
    call.timeout = TIMEOUT_MS;
    call.setRequestHeader('accept', 'application/json');
    call.setRequestHeader('accept-language', document.documentElement.lang);
    call.setRequestHeader('content-type', 'application/octet-stream');
    const csrf = readCsrfCookie(document.cookie);
    if (csrf) call.setRequestHeader('x-tamga-csrf', csrf);
    call.upload.onprogress = (event) => {
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
          ),
        );
    };
    call.onerror = () => reject(new ApiError({ kind: 'network' }));
    call.ontimeout = () => reject(new ApiError({ kind: 'timeout' }));
    call.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    signal?.addEventListener('abort', () => call.abort(), { once: true });
    call.send(file);
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
