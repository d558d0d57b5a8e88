import { createHash, createHmac, randomBytes, verify, X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

/** A relying party for tests, written from the protocol text alone: it shares no code with the provider. */

export const RP_UUID = '7d1c2a50-7d5b-4c0e-9a53-1f1a2b3c4d5e';
const RP_SECRET = 'a secret for tests';
export const BOLD = 'УБ85031512';
export const SARNAI = 'УА90072324';

export interface Answer {
  status: number;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON and fails if a field is missing.
  body: any;
}

export interface Bench extends Sandbox {
  dataDir: string;
  advance(seconds: number): void;
  v3(method: string, path: string, body?: unknown, secret?: string): Promise<Answer>;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  poll(id: string, timeoutMs?: number): Promise<Answer>;
  /** Closes the server and keeps the data directory. */
  stop(): Promise<void>;
}

async function call(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, body: type.includes('json') ? JSON.parse(text) : text };
}

export async function openBench(options: Partial<SandboxOptions> = {}): Promise<Bench> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tamga-sandbox-')));
  let offsetMs = 0;
  const sandbox = await buildSandbox(
    {
      host: '127.0.0.1',
      port: 0,
      environment: 'test',
      rpUuid: RP_UUID,
      rpName: 'Tamga',
      rpSecret: RP_SECRET,
      now: () => new Date(Date.now() + offsetMs),
      ...options,
      dataDir,
    },
    {},
  );
  const v3: Bench['v3'] = (method, path, body, secret = RP_SECRET) =>
    call(`${sandbox.url}/v3${path}`, method, body, { authorization: `Bearer ${secret}` });
  return {
    ...sandbox,
    dataDir,
    advance: (seconds) => {
      offsetMs += seconds * 1000;
    },
    v3,
    control: (method, path, body) => call(`${sandbox.url}/control${path}`, method, body, {}),
    poll: (id, timeoutMs = 1000) => v3('GET', `/session/${id}?timeoutMs=${timeoutMs}`),
    stop: sandbox.close,
    close: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const interactions = Buffer.from(
  JSON.stringify([{ type: 'displayTextAndPIN', displayText60: 'Тамга: нэвтрэх' }]),
).toString('base64');

export function authRequest(changes: Record<string, unknown> = {}) {
  return {
    relyingPartyUUID: RP_UUID,
    relyingPartyName: 'Tamga',
    certificateLevel: 'QUALIFIED',
    signatureProtocol: 'ACSP_V2',
    signatureProtocolParameters: {
      rpChallenge: randomBytes(64).toString('base64'),
      signatureAlgorithm: 'ecdsa',
      signatureAlgorithmParameters: { hashAlgorithm: 'SHA-256' },
    },
    interactions,
    ...changes,
  };
}

export function signRequest(digest: Buffer, changes: Record<string, unknown> = {}) {
  return authRequest({
    signatureProtocol: 'RAW_DIGEST_SIGNATURE',
    signatureProtocolParameters: {
      digest: digest.toString('base64'),
      signatureAlgorithm: 'ecdsa',
      signatureAlgorithmParameters: { hashAlgorithm: 'SHA-256' },
    },
    ...changes,
  });
}

export type AuthRequest = ReturnType<typeof authRequest> & { initialCallbackUrl?: string };

interface LinkStart {
  deviceLinkBase: string;
  sessionToken: string;
  sessionSecret: string;
}

export function buildLink(
  start: LinkStart,
  request: AuthRequest,
  link: { type?: string; elapsedSeconds?: number; sessionType?: string },
): string {
  const { type = 'QR', elapsedSeconds = 0, sessionType = 'auth' } = link;
  const elapsed = type === 'QR' ? `&elapsedSeconds=${elapsedSeconds}` : '';
  const unprotected = `${start.deviceLinkBase}?deviceLinkType=${type}${elapsed}&sessionToken=${start.sessionToken}&sessionType=${sessionType}&version=1.0&lang=mon`;
  const parameters: { rpChallenge?: string; digest?: string } = request.signatureProtocolParameters;
  const text = [
    'mn-eid',
    request.signatureProtocol,
    parameters.rpChallenge ?? parameters.digest,
    Buffer.from('Tamga').toString('base64'),
    '',
    request.interactions,
    request.initialCallbackUrl ?? '',
    unprotected,
  ].join('|');
  const authCode = createHmac('sha256', Buffer.from(start.sessionSecret, 'base64'))
    .update(text)
    .digest('base64url');
  return `${unprotected}&authCode=${authCode}`;
}

export function readCertificate(result: Answer['body']): X509Certificate {
  return new X509Certificate(Buffer.from(result.cert.value, 'base64'));
}

export function verifyAuthentication(request: AuthRequest, result: Answer['body']): boolean {
  const { signature } = result;
  const text = [
    'mn-eid',
    'ACSP_V2',
    signature.serverRandom,
    request.signatureProtocolParameters.rpChallenge,
    signature.userChallenge,
    Buffer.from('Tamga').toString('base64'),
    '',
    createHash('sha256').update(request.interactions).digest('base64'),
    result.interactionTypeUsed,
    request.initialCallbackUrl ?? '',
    signature.flowType,
  ].join('|');
  const key = readCertificate(result).publicKey;
  return verify(
    'sha256',
    Buffer.from(text),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature.value, 'base64'),
  );
}

export function etsi(nationalId: string): string {
  return encodeURIComponent(`PNOMN-${nationalId}`);
}

/** Waits until a call consumes the fault `kind`. */
export async function untilFaultUsed(bench: Bench, kind: string): Promise<void> {
  for (;;) {
    const { body } = await bench.control('GET', '/faults');
    if (!body.items.some((fault: { kind: string }) => fault.kind === kind)) return;
  }
}

/** A complete push sign-in of one person; returns the final answer. */
export async function signInByPush(bench: Bench, nationalId: string, changes: Record<string, unknown> = {}) {
  const request = authRequest(changes);
  const start = await bench.v3('POST', `/authentication/notification/etsi/${etsi(nationalId)}`, request);
  const approval = await bench.control('POST', `/sessions/${start.body.sessionID}/approve`, { pin: '1234' });
  const { body: result } = await bench.poll(start.body.sessionID);
  return { request, approval, result };
}
