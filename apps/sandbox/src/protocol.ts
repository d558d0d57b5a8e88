import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Citizen, findCitizen, findCitizenByDocument } from './citizens.ts';
import type { Operation } from './faults.ts';
import { problem } from './problem.ts';
import { deviceLinkBase, type Provider } from './provider.ts';
import type { Session, SessionKind, SessionStart } from './sessions.ts';
import { readStartRequest, type StartBody, startBodySchema } from './start-request.ts';

const POLL_MIN_MS = 1000;
const POLL_MAX_MS = 120_000;
const POLL_DEFAULT_MS = 25_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function checkSecret(provider: Provider, header: string | undefined): void {
  if (!timingSafeEqual(digest(header ?? ''), digest(`Bearer ${provider.rpSecret}`))) {
    throw problem(
      401,
      'wrong_credentials',
      'The Authorization header does not carry the relying party secret.',
    );
  }
}

async function applyFaults(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const operation = request.routeOptions.config.operation ?? 'other';
  const delay = provider.faults.take('delay', operation);
  if (delay) await provider.faults.pause(delay.ms);
  if (provider.faults.take('drop', operation)) {
    reply.hijack();
    request.raw.socket.destroy();
    return;
  }
  const error = provider.faults.take('error', operation);
  if (error) throw problem(error.status, 'fault', 'The sandbox was told to fail.');
}

/** A person without a device gets the same answer as an unknown person, so that numbers cannot be probed. */
function requireReachable(citizen: Citizen | null): Citizen {
  if (!citizen?.hasDevice) throw problem(404, 'unknown_person', 'There is no such person or document.');
  return citizen;
}

function readEtsi(identifier: string): string {
  const nationalId = /^PNOMN-(\p{Script=Cyrillic}{2}\d{8})$/u.exec(identifier)?.[1];
  if (nationalId === undefined) {
    throw problem(400, 'malformed', 'The person is not named as PNOMN- and a register number.');
  }
  return nationalId;
}

function answerStart(provider: Provider, session: Session) {
  return {
    sessionID: session.id,
    vc: { type: 'numeric4', value: session.verificationCode },
    expiresAt: session.expiresAt.toISOString(),
    ...(session.start === 'device-link'
      ? {
          sessionToken: session.token,
          sessionSecret: session.secret.toString('base64'),
          deviceLinkBase: deviceLinkBase(provider),
        }
      : {}),
  };
}

function readTimeout(text: string | undefined): number {
  if (text === undefined) return POLL_DEFAULT_MS;
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(ms >= POLL_MIN_MS && ms <= POLL_MAX_MS)) {
    throw problem(400, 'malformed', `timeoutMs is not a number from ${POLL_MIN_MS} to ${POLL_MAX_MS}.`);
  }
  return ms;
}

/** The calls of a relying party under /v3. */
export function registerProtocol(app: FastifyInstance, provider: Provider): void {
  app.register(
    async (v3) => {
      v3.addHook('onRequest', async (request) => checkSecret(provider, request.headers.authorization));
      v3.addHook('preHandler', (request, reply) => applyFaults(provider, request, reply));

      function start(
        kind: SessionKind,
        how: SessionStart,
        body: StartBody,
        find: (() => Citizen | null) | null,
      ) {
        const request = readStartRequest(provider, kind, how, body);
        const expected = find === null ? null : requireReachable(find());
        return answerStart(provider, provider.sessions.create(request, expected));
      }

      function addPersonStarts(kind: SessionKind, how: SessionStart): void {
        const path = `/${kind === 'auth' ? 'authentication' : 'signature'}/${how}`;
        const options = { schema: { body: startBodySchema(kind) }, config: { operation: 'start' as const } };
        v3.post<{ Params: { person: string }; Body: StartBody }>(
          `${path}/etsi/:person`,
          options,
          async (request) =>
            start(kind, how, request.body, () => findCitizen(readEtsi(request.params.person))),
        );
        v3.post<{ Params: { document: string }; Body: StartBody }>(
          `${path}/document/:document`,
          options,
          async (request) =>
            start(kind, how, request.body, () => findCitizenByDocument(request.params.document)),
        );
      }

      v3.post<{ Body: StartBody }>(
        '/authentication/device-link/anonymous',
        { schema: { body: startBodySchema('auth') }, config: { operation: 'start' } },
        async (request) => start('auth', 'device-link', request.body, null),
      );
      addPersonStarts('auth', 'device-link');
      addPersonStarts('auth', 'notification');
      addPersonStarts('sign', 'device-link');
      addPersonStarts('sign', 'notification');

      v3.get<{ Params: { document: string } }>('/signature/certificate/:document', async (request) => {
        const citizen = requireReachable(findCitizenByDocument(request.params.document));
        if (provider.pins.isLocked(citizen, 'sign')) return { state: 'DOCUMENT_UNUSABLE' };
        await provider.pki.issueTo(citizen);
        const { certificate } = provider.pki.credential(citizen, 'SIGN');
        return {
          state: 'OK',
          cert: { value: certificate.raw.toString('base64'), certificateLevel: citizen.level },
        };
      });

      v3.get<{ Params: { id: string }; Querystring: { timeoutMs?: string } }>(
        '/session/:id',
        { config: { operation: 'poll' } },
        async (request, reply) => {
          const timeoutMs = readTimeout(request.query.timeoutMs);
          const session = provider.sessions.find(request.params.id);
          if (!session)
            throw problem(404, 'unknown_session', 'There is no such session, or it is long over.');
          const gone = new AbortController();
          reply.raw.once('close', () => gone.abort());
          await provider.sessions.hold(session, timeoutMs, gone.signal);
          return session.outcome
            ? { state: 'COMPLETE', ...session.outcome }
            : { state: 'RUNNING', deviceSeen: session.deviceSeen };
        },
      );
    },
    { prefix: '/v3' },
  );
}
