import type { Readable } from 'node:stream';

/** Reads a whole body; undefined if it is over the limit or breaks off. */
export async function readBytes(body: Readable, capBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let received = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > capBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

export interface BackendEnvelope {
  status: boolean;
  message: string;
  error?: string;
  data?: unknown;
  request_id?: string;
}

export async function readJson(body: Readable, capBytes: number): Promise<BackendEnvelope | undefined> {
  const bytes = await readBytes(body, capBytes);
  return bytes && parseEnvelope(bytes);
}

export function parseEnvelope(bytes: Buffer): BackendEnvelope | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isEnvelope(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEnvelope(value: unknown): value is BackendEnvelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    typeof value.status === 'boolean' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
