import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@tamga/sandbox';
import { patienceMs } from '../../../../../../../scripts/patience.ts';
import { createRevocationAdapter } from '../../../../adapters/revocation/index.ts';
import { createTsaAdapter } from '../../../../adapters/tsa/index.ts';
import { readTrustStore } from '../../../../kernel/pki/check-chain.ts';
import {
  embed,
  type Level,
  type PrepareOptions,
  prepare,
  type Raised,
  type RaisePorts,
  raise,
} from '../../index.ts';

const RP = {
  rpUuid: '7d1c2a50-7d5b-4c0e-9a53-1f1a2b3c4d5e',
  rpName: 'Tamga',
  rpSecret: 'a secret for tests',
};
export const BOLD = 'PNOMN-101485031512-DOBO-Q';
export const SARNAI = 'PNOMN-101490072324-BASA-Q';

export interface Person {
  certificate: Uint8Array;
  chain: Uint8Array[];
  /** PIN2 on the phone: r‖s over the digest. */
  approve(digest: Uint8Array): Promise<Uint8Array>;
}

export interface Stage {
  url: string;
  dir: string;
  trustPath: string;
  /** The root alone, for verifiers that take no intermediates as anchors. */
  rootPem: string;
  now: () => Date;
  advance(days: number): void;
  /** The adapters wait long enough for a busy machine, unless a test waits for a service that is late. */
  ports(change?: Partial<RaisePorts>, timeoutMs?: number): RaisePorts;
  fault(kind: string, more?: object): Promise<void>;
  clearFaults(): Promise<void>;
  revoke(serialNumber: string, at?: Date): Promise<void>;
  person(documentNumber: string): Promise<Person>;
  seal(): Promise<{ certificate: string; chain: string; key: string }>;
  /** Signs with PIN2 and raises to the level. */
  sign(pdf: Uint8Array, target: Level, options?: Partial<PrepareOptions> & { by?: string }): Promise<Raised>;
  close(): Promise<void>;
}

/** The sandbox of the national authorities with our adapters in front of it. */
export async function openStage(): Promise<Stage> {
  const dir = await mkdtemp(join(tmpdir(), 'tamga-sign-'));
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const sandbox = await startSandbox({
    ...RP,
    host: '127.0.0.1',
    port: 0,
    dataDir: dir,
    environment: 'test',
    smtpPort: null,
    now,
  });
  const trust = readTrustStore(await readFile(sandbox.trustRootsPath, 'utf8'), 'TRUST_ANCHORS');
  const rootPem = await (await fetch(`${sandbox.url}/pki/root.pem`)).text();
  const issuing = new Uint8Array(await (await fetch(`${sandbox.url}/pki/issuing.cer`)).arrayBuffer());
  const allowedHosts = [new URL(sandbox.url).host];

  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${RP.rpSecret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON and fails if a field is missing.
    return response.status === 204 ? undefined : ((await response.json()) as any);
  }

  const stage: Stage = {
    url: sandbox.url,
    dir,
    trustPath: sandbox.trustRootsPath,
    rootPem,
    now,
    advance: (days) => {
      offsetMs += days * 86_400_000;
    },
    ports: (change = {}, timeoutMs = patienceMs) => ({
      timestamp: createTsaAdapter({ url: `${sandbox.url}/tsa`, trust, now, timeoutMs }),
      revocation: createRevocationAdapter({ allowedHosts, now, timeoutMs }),
      trust,
      now,
      patienceMs,
      ...change,
    }),
    fault: async (kind, more = {}) => void (await call('POST', '/control/faults', { kind, ...more })),
    clearFaults: async () => {
      await call('DELETE', '/control/faults');
      await call('DELETE', '/control/revocations');
    },
    revoke: async (serial_number, at) =>
      void (await call('POST', '/control/revocations', {
        serial_number,
        ...(at === undefined ? {} : { at: at.toISOString() }),
      })),
    async person(documentNumber) {
      const { cert } = await call('GET', `/v3/signature/certificate/${documentNumber}`);
      return {
        certificate: Buffer.from(cert.value, 'base64'),
        chain: [issuing],
        async approve(digest) {
          const text = [{ type: 'displayTextAndPIN', displayText60: 'Гарын үсэг зурах' }];
          const { sessionID } = await call('POST', `/v3/signature/notification/document/${documentNumber}`, {
            relyingPartyUUID: RP.rpUuid,
            relyingPartyName: RP.rpName,
            certificateLevel: 'QUALIFIED',
            signatureProtocol: 'RAW_DIGEST_SIGNATURE',
            signatureProtocolParameters: {
              digest: Buffer.from(digest).toString('base64'),
              signatureAlgorithm: 'ecdsa',
              signatureAlgorithmParameters: { hashAlgorithm: 'SHA-256' },
            },
            interactions: Buffer.from(JSON.stringify(text)).toString('base64'),
          });
          await call('POST', `/control/sessions/${sessionID}/approve`, { pin: '12345' });
          const { signature } = await call('GET', `/v3/session/${sessionID}?timeoutMs=1000`);
          return Buffer.from(signature.value, 'base64');
        },
      };
    },
    seal: () => call('POST', '/control/seals', { register: '9000001', name: 'Tamga platform' }),
    async sign(pdf, target, { by = BOLD, ...options } = {}) {
      const person = await stage.person(by);
      const prepared = await prepare(pdf, {
        signerCertificate: person.certificate,
        chain: person.chain,
        at: now(),
        ...options,
      });
      const signed = await embed(prepared, await person.approve(prepared.digest));
      return raise(signed, target, stage.ports(), { fieldName: prepared.state.fieldName });
    },
    async close() {
      await sandbox.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
  return stage;
}
