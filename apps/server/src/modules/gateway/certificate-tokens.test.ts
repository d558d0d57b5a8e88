import 'reflect-metadata';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { TestServer } from '../../../test/server.ts';
import { type GatewayStage, openGatewayStage, type TestUpstream } from './test/stage.ts';

const header = 'x-client-certificate';
let stage: GatewayStage;
let service: TestUpstream;
let app: { id: string; secret: string };
/** The same platform behind no trusted proxy: the header could come from anybody. */
let direct: TestServer;

beforeAll(async () => {
  stage = await openGatewayStage({ OAUTH_CLIENT_CERTIFICATE_HEADER: header });
  service = await stage.newUpstream();
  const fields = { app_type: 'm2m', redirect_uris: [], service_ids: [service.id] };
  app = await stage.register({ ...fields, options: { certificate_bound: true } });
  await stage.grant({ ...app, token: '' }, [service]);
  direct = await stage.world.startServer({ env: { ...stage.env, TRUSTED_PROXIES: '' } });
});
afterAll(() => stage.close());

async function newCertificate(): Promise<{ pem: string; der: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${randomUUID()}`,
    keys: {
      privateKey: privateKey.toCryptoKey(algorithm, false, ['sign']),
      publicKey: publicKey.toCryptoKey(algorithm, true, ['verify']),
    },
    signingAlgorithm: algorithm,
  });
  return {
    pem: encodeURIComponent(certificate.toString('pem')),
    der: `:${Buffer.from(certificate.rawData).toString('base64')}:`,
  };
}

const requestToken = (headers: Record<string, string> = {}, on = stage.server) =>
  createCaller(on.url).call('POST', '/oauth2/token', {
    rawBody: 'grant_type=client_credentials',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`,
      ...headers,
    },
  });
const use = (token: string, headers: Record<string, string> = {}, on = stage.server) =>
  createCaller(on.url).get(`/gw/${service.name}/x`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

describe('a token that is bound to a TLS certificate (RFC 8705)', () => {
  it('is issued over the certificate and works only with it, in both forms of the header', async () => {
    const [own, other] = [await newCertificate(), await newCertificate()];
    const issued = await requestToken({ [header]: own.pem });
    expect(issued.status).toBe(200);
    const { access_token: token } = issued.body as unknown as { access_token: string };
    expect((await use(token, { [header]: own.pem })).status).toBe(200);
    expect((await use(token, { [header]: own.der })).status).toBe(200);
    for (const headers of [{}, { [header]: other.pem }, { [header]: 'no certificate' }])
      expect((await use(token, headers)).status).toBe(401);
    // The proxy vouches for the certificate; a peer that is no trusted proxy cannot.
    expect((await use(token, { [header]: own.pem }, direct)).status).toBe(401);
  });

  it('is not issued without a certificate, or to a peer that only claims one', async () => {
    const { pem } = await newCertificate();
    for (const answer of [await requestToken(), await requestToken({ [header]: pem }, direct)])
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
  });
});
