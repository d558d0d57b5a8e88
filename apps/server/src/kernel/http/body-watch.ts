import type { IncomingMessage, ServerResponse } from 'node:http';

/** A slow body brings at least so much in each window of 30 seconds: a line of 8 kbit/s does. */
export const leastBytesPerSecond = 1024;

/** An upload that takes longer is cut off, so that a sweep of uploads knows which ones are abandoned. */
export const longestUploadMs = 6 * 3_600_000;

export interface BodyWatch {
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** From now on this body is cut only below the least rate, or when it takes longer than any upload may. */
  allowSlow(request: IncomingMessage): void;
  stop(): void;
}

interface Watched {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begunMs: number;
  isSlow: boolean;
  /** When the present window began, and how many bytes the connection had brought then. */
  windowMs: number;
  bytesRead: number;
  /** In this window bytes waited to be read: we are the slow side. */
  isHeldUp: boolean;
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
      watched.set(request, {
        request,
        response,
        begunMs: nowMs,
        isSlow: false,
        windowMs: nowMs,
        bytesRead,
        isHeldUp: false,
      });
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
  // A refused body is only discarded, and may end soon.
  if (request.readableLength > 0 && !response.writableEnded) body.isHeldUp = true;
  if (nowMs - body.begunMs > longestUploadMs) return true;
  if (nowMs - body.windowMs <= limitMs) return false;
  const { bytesRead } = request.socket;
  const brought = bytesRead - body.bytesRead;
  const isMoving = brought * 1000 >= leastBytesPerSecond * limitMs && !response.writableEnded;
  if (!isMoving && !body.isHeldUp) return true;
  Object.assign(body, { windowMs: nowMs, bytesRead, isHeldUp: false });
  return false;
}

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

function cut({ request, response }: Watched): void {
  const { socket } = request;
  if (!response.headersSent && socket.writable) socket.write(timedOut);
  socket.destroy();
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
