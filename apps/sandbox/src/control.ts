import type { FastifyInstance } from 'fastify';
import { approve, buildReturnUrl } from './approval.ts';
import { CITIZENS, type Citizen, findCitizen } from './citizens.ts';
import { checkDeviceLink, parseDeviceLink } from './device-link.ts';
import { FAULT_KINDS, type Fault, type FaultKind } from './faults.ts';
import { problem } from './problem.ts';
import { deviceLinkBase, type Provider } from './provider.ts';
import type { Session } from './sessions.ts';

const DELAY_MS = 3000;

/** Ways in which a test ends a session without a PIN. */
const REFUSALS = [
  'USER_REFUSED',
  'USER_REFUSED_INTERACTION',
  'WRONG_VC',
  'WRONG_PIN',
  'DOCUMENT_UNUSABLE',
  'PROTOCOL_FAILURE',
];

const scanBody = {
  type: 'object',
  additionalProperties: false,
  required: ['qr', 'national_id'],
  properties: { qr: { type: 'string', maxLength: 4000 }, national_id: { type: 'string', maxLength: 20 } },
};
const approveBody = {
  type: 'object',
  additionalProperties: false,
  required: ['pin'],
  properties: { pin: { type: 'string', pattern: '^[0-9]{4,12}$' } },
};
const faultBody = {
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { enum: [...FAULT_KINDS] },
    count: { type: 'integer', minimum: 1, maximum: 10_000 },
    on: { enum: ['start', 'poll', 'any'] },
    ms: { type: 'integer', minimum: 1, maximum: 120_000 },
    status: { type: 'integer', minimum: 400, maximum: 599 },
  },
};

const revocationBody = {
  type: 'object',
  additionalProperties: false,
  required: ['serial_number'],
  properties: {
    serial_number: { type: 'string', pattern: '^[0-9A-Fa-f]{1,40}$' },
    at: { type: 'string', maxLength: 30 },
  },
};
const sealBody = {
  type: 'object',
  additionalProperties: false,
  required: ['register', 'name'],
  properties: {
    register: { type: 'string', pattern: '^[0-9]{7}$' },
    name: { type: 'string', minLength: 1, maxLength: 64 },
  },
};

function describeCitizen(citizen: Citizen) {
  return {
    national_id: citizen.nationalId,
    civil_id: citizen.civilId,
    given_name: citizen.givenName,
    surname: citizen.surname,
    given_name_en: citizen.givenNameEn,
    surname_en: citizen.surnameEn,
    pin1: citizen.pin1,
    pin2: citizen.pin2,
    document_number: citizen.documentNumber,
    note: citizen.note,
  };
}

function describeSession(session: Session) {
  return {
    id: session.id,
    kind: session.kind,
    national_id: session.citizen?.nationalId ?? null,
    state: session.outcome ? 'COMPLETE' : 'RUNNING',
    end_result: session.outcome?.result.endResult ?? null,
    device_seen: session.deviceSeen,
    relying_party: session.relyingParty.name,
    text: session.text,
    verification_code: session.verificationCode,
    flow_type: session.flowType,
    started_at: session.startedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    callback_url: session.callbackUrl,
  };
}

function requireCitizen(nationalId: string): Citizen {
  const citizen = findCitizen(nationalId);
  if (!citizen)
    throw problem(404, 'unknown_person', 'Nobody here has this number; see GET /control/citizens.');
  return citizen;
}

function requirePending(session: Session | null): Session {
  if (!session) throw problem(404, 'unknown_session', 'There is no such session, or it is long over.');
  if (session.outcome)
    throw problem(409, 'not_pending', `The session ended: ${session.outcome.result.endResult}.`);
  return session;
}

/** A scanned link is authenticated, then the session is bound to the owner of the phone. */
function scan(provider: Provider, qr: string, citizen: Citizen): Session {
  const link = parseDeviceLink(qr, deviceLinkBase(provider));
  if (!link) throw problem(400, 'bad_link', 'This is not a link of this eID provider.');
  const found = provider.sessions.findByToken(link.sessionToken);
  if (!found) throw problem(404, 'unknown_session', 'There is no such session, or it is long over.');
  // Checked before the state is revealed: only the holder of a genuine link may learn about its session.
  const verdict = checkDeviceLink(found, link, provider.now());
  if (verdict === 'forged') throw problem(400, 'bad_link', 'The link is not authentic.');
  const session = requirePending(found);
  if (verdict === 'stale')
    throw problem(400, 'stale_link', 'The code is too old; scan the one on the screen now.');
  if (!citizen.hasDevice) throw problem(409, 'no_device', 'This person has no device to scan with.');
  const owner = session.citizen ?? session.expected;
  if (owner && owner !== citizen) throw problem(409, 'taken', 'The session belongs to another person.');
  session.citizen = citizen;
  provider.sessions.markSeen(session, link.type);
  return session;
}

function readRefusal(body: unknown): string {
  const word: unknown = Reflect.get(Object(body), 'end_result') ?? 'USER_REFUSED';
  if (typeof word !== 'string' || !REFUSALS.includes(word)) {
    throw problem(400, 'malformed', `end_result is not one of ${REFUSALS.join(', ')}.`);
  }
  return word;
}

/** Control routes for tests and the phone page, which act in the place of people. */
export function registerControl(app: FastifyInstance, provider: Provider): void {
  const { sessions, faults, pins } = provider;

  app.get('/control/citizens', async () => ({ items: CITIZENS.map(describeCitizen) }));

  app.post<{ Params: { national_id: string } }>('/control/citizens/:national_id/reset', async (request) => {
    const citizen = requireCitizen(request.params.national_id);
    pins.reset(citizen);
    return describeCitizen(citizen);
  });

  app.get<{ Querystring: { national_id?: string } }>('/control/sessions', async (request) => {
    const { national_id: nationalId } = request.query;
    const mine = sessions
      .listPending()
      .filter((session) => nationalId === undefined || session.citizen?.nationalId === nationalId);
    return { items: mine.map(describeSession) };
  });

  app.post<{ Body: { qr: string; national_id: string } }>(
    '/control/scan',
    { schema: { body: scanBody } },
    async (request) =>
      describeSession(scan(provider, request.body.qr, requireCitizen(request.body.national_id))),
  );

  app.post<{ Params: { id: string }; Body: { pin: string } }>(
    '/control/sessions/:id/approve',
    { schema: { body: approveBody } },
    async (request) => {
      const { citizen } = requirePending(sessions.find(request.params.id));
      if (citizen) await provider.pki.issueTo(citizen);
      // Read again, because another approval may have ended it meanwhile.
      const session = requirePending(sessions.find(request.params.id));
      const returnUrl = approve(provider, session, request.body.pin);
      return { ...describeSession(session), return_url: returnUrl };
    },
  );

  app.post<{ Params: { id: string } }>('/control/sessions/:id/refuse', async (request) => {
    const session = requirePending(sessions.find(request.params.id));
    sessions.end(session, { result: { endResult: readRefusal(request.body) } });
    return { ...describeSession(session), return_url: buildReturnUrl(session, null) };
  });

  app.post<{ Params: { id: string } }>('/control/sessions/:id/timeout', async (request) => {
    const session = requirePending(sessions.find(request.params.id));
    sessions.end(session, { result: { endResult: 'TIMEOUT' } });
    return { ...describeSession(session), return_url: null };
  });

  app.post<{ Body: Partial<Fault> & { kind: FaultKind } }>(
    '/control/faults',
    { schema: { body: faultBody } },
    async (request) => {
      faults.add({ count: 1, on: 'any', ms: DELAY_MS, status: 500, ...request.body });
      return { items: faults.list() };
    },
  );

  app.get('/control/faults', async () => ({ items: faults.list() }));

  app.delete('/control/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });

  app.post<{ Body: { serial_number: string; at?: string } }>(
    '/control/revocations',
    { schema: { body: revocationBody } },
    async (request, reply) => {
      const { serial_number: serial, at } = request.body;
      const moment = at === undefined ? provider.now() : new Date(at);
      if (Number.isNaN(moment.getTime())) throw problem(400, 'malformed', 'at is not a time.');
      // Revocation times have a resolution of one second.
      const second = new Date(Math.floor(moment.getTime() / 1000) * 1000);
      provider.pki.revoke(serial.toUpperCase().replace(/^(00)+/, ''), second);
      return reply.code(204).send();
    },
  );

  app.delete('/control/revocations', async (_request, reply) => {
    provider.pki.forgetRevocations();
    return reply.code(204).send();
  });

  app.post<{ Body: { register: string; name: string } }>(
    '/control/seals',
    { schema: { body: sealBody } },
    async (request) => {
      const { certificatePem, keyPem } = await provider.pki.seal(request.body);
      const { issuing } = provider.pki.authority();
      return { certificate: certificatePem, key: keyPem, chain: issuing.toString() };
    },
  );
}
