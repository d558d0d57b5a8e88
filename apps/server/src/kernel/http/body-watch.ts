import type { IncomingMessage, ServerResponse } from 'node:http';

/** An upload that takes longer is cut off, so that a sweep of uploads knows which ones are abandoned. */
export const longestUploadMs = 6 * 3_600_000;

export interface BodyWatch {
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** From now on this body is cut only when it does not move, or takes longer than any upload may. */
  allowSlow(request: IncomingMessage): void;
  stop(): void;
}

interface Watched {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begunMs: number;
  isSlow: boolean;
  /** When the connection last brought bytes, and how many it had brought. */
  movedMs: number;
  bytesRead: number;
}

/**
 * Cuts bodies that arrive too slowly. The limit of node:http is one for the whole server, so it is set to the longest
 * upload, and this watch holds every other body to `limitMs`: connections that drip bytes must not pile up.
 */
export function watchBodies({ limitMs, now }: { limitMs: number; now: () => Date }): BodyWatch {
  const watched = new Map<IncomingMessage, Watched>();
  const look = () => {
    const nowMs = now().getTime();
    for (const body of watched.values()) {
      const { request } = body;
      if (request.complete || request.destroyed) watched.delete(request);
      else if (isLate(body, nowMs, limitMs)) {
        watched.delete(request);
        cut(body);
      }
    }
  };
  const timer = setInterval(look, Math.max(50, limitMs / 30)).unref();
  return {
    begin: (request, response) => {
      if (!hasBody(request)) return;
      const nowMs = now().getTime();
      const { bytesRead } = request.socket;
      watched.set(request, { request, response, begunMs: nowMs, isSlow: false, movedMs: nowMs, bytesRead });
    },
    allowSlow: (request) => {
      const body = watched.get(request);
      if (body !== undefined) body.isSlow = true;
    },
    stop: () => clearInterval(timer),
  };
}

function isLate(body: Watched, nowMs: number, limitMs: number): boolean {
  if (!body.isSlow) return nowMs - body.begunMs > limitMs;
  const { request, response } = body;
  const { bytesRead } = request.socket;
  // Bytes that wait to be read show that we are the slow side; a refused body is only discarded, and may end soon.
  if ((bytesRead !== body.bytesRead || request.readableLength > 0) && !response.writableEnded) {
    body.bytesRead = bytesRead;
    body.movedMs = nowMs;
  }
  return nowMs - body.movedMs > limitMs || nowMs - body.begunMs > longestUploadMs;
}

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

function cut({ request, response }: Watched): void {
  const { socket } = request;
  if (!response.headersSent && socket.writable) socket.write(timedOut);
  socket.destroy();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
