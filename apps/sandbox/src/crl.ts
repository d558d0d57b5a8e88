import type { FastifyInstance } from 'fastify';
import { STALE_MS } from './ocsp.ts';
import type { Provider } from './provider.ts';

const FRESH_MS = 60 * 60_000;

/** The certificates of the authority and its revocation lists. */
export function registerPki(app: FastifyInstance, { pki, faults, foreign, now }: Provider): void {
  for (const name of ['root', 'issuing'] as const) {
    app.get(`/pki/${name}.pem`, async (_request, reply) =>
      reply.header('content-type', 'application/x-pem-file').send(`${pki.authority()[name].toString()}`),
    );
    // RFC 5280 section 4.2.2.1: the issuer certificate must be DER.
    app.get(`/pki/${name}.cer`, async (_request, reply) =>
      reply.header('content-type', 'application/pkix-cert').send(pki.authority()[name].raw),
    );
    app.get(`/pki/${name}.crl`, async (_request, reply) => {
      if (faults.take('crl_down')) return reply.code(503).send();
      const late = faults.take('crl_late');
      if (late) await faults.pause(late.ms);
      const second = Math.floor(now().getTime() / 1000) * 1000 - (faults.take('crl_stale') ? STALE_MS : 0);
      const list = { thisUpdate: new Date(second), nextUpdate: new Date(second + FRESH_MS) };
      const crl = faults.take('crl_foreign') ? await foreign.crl(list) : await pki.crl(name, list);
      return reply.header('content-type', 'application/pkix-crl').send(crl);
    });
  }
}
