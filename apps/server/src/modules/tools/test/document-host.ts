import 'reflect-metadata';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import * as x509 from '@peculiar/x509';

/** An https host that publishes documents of clients, with a certificate that this process trusts. */
export interface DocumentHost {
  readonly origin: string;
  /** How often each path was asked for. */
  readonly asked: Map<string, number>;
  /** Publishes the document of a client; its id is the returned address. */
  publish(path: string, members: Record<string, unknown>): string;
  /** Answers with anything else. */
  answer(path: string, answer: { status?: number; type?: string; location?: string; body: string }): string;
  withdraw(path: string): void;
  close(): Promise<void>;
}

type Answered = { status?: number; type?: string; location?: string; body: string };

export async function openDocumentHost(): Promise<DocumentHost> {
  const { key, cert } = await createCertificate();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  const answers = new Map<string, Answered>();
  const asked = new Map<string, number>();
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const {
      status = 200,
      type = 'application/json',
      location,
      body,
    } = answers.get(path) ?? {
      status: 404,
      body: '',
    };
    response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const answer: DocumentHost['answer'] = (path, given) => {
    answers.set(path, given);
    return `${origin}${path}`;
  };
  return {
    origin,
    asked,
    answer,
    publish: (path, members) =>
      answer(path, { body: JSON.stringify({ client_id: `${origin}${path}`, ...members }) }),
    withdraw: (path) => void answers.delete(path),
    close: async () => {
      setDefaultCACertificates(before);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function createCertificate(): Promise<{ key: string; cert: string }> {
  x509.cryptoProvider.set(globalThis.crypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const day = 24 * 3_600_000;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    notBefore: new Date(Date.now() - day),
    // Tests move the clock by months.
    notAfter: new Date(Date.now() + 400 * day),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  });
  const exported = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(exported, 'PRIVATE KEY'), cert: certificate.toString('pem') };
}
