import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Citizen, findCitizen } from '../citizens.ts';
import { problem } from '../problem.ts';
import type { Provider } from '../provider.ts';
import type { Session } from '../sessions.ts';
import { keepRepresentations } from './kept-representations.ts';
import { listActivity, listCertificates, listDevices } from './person.ts';
import { createRepresentations, type LinkRequest } from './representations.ts';
import { bySigner, grantBody, linkBody, nameLatinBody, signerBody } from './schemas.ts';

const PAGE = 20;
const MAX_PAGE = 100;

const digest = (text: string) => createHash('sha256').update(text).digest();

function checkSecret(provider: Provider, header: string | undefined): void {
  if (!timingSafeEqual(digest(header ?? ''), digest(`Bearer ${provider.rpSecret}`)))
    throw problem(401, 'wrong_credentials', 'The Authorization header is not the relying party secret.');
}

/** Applies the faults for any call; sign-in faults are handled elsewhere. */
async function applyFaults(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const delay = provider.faults.take('delay');
  if (delay) await provider.faults.pause(delay.ms);
  if (provider.faults.take('drop')) {
    reply.hijack();
    request.raw.socket.destroy();
    return;
  }
  const error = provider.faults.take('error');
  if (error) throw problem(error.status, 'fault', 'The sandbox was told to fail.');
}

function readPerson(identifier: string): Citizen {
  const citizen = findCitizen(identifier.replace(/^PNOMN-/, ''));
  if (!citizen) throw problem(404, 'unknown_person', 'There is no such person.');
  return citizen;
}

function readNumber(text: string | undefined, fallback: number, most: number): number {
  const value = text === undefined ? fallback : /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > most) throw problem(400, 'malformed', `A page number is not from 0 to ${most}.`);
  return value;
}

type Person = { Params: { person: string } };
type OfOrganisation = { Params: { person: string; reg: string } };
type OfSigner = OfOrganisation & { Querystring: { signer: string } };

/** Records of people and organisations under /v3, and the switch of a relying party's right to them. */
export function registerRecords(app: FastifyInstance, provider: Provider, keptIn: string): void {
  const representations = createRepresentations(provider, keepRepresentations(keptIn));
  let pkiReadGranted = true;

  app.put<{ Body: { granted: boolean } }>(
    '/control/records/pki-read',
    { schema: { body: grantBody } },
    async (request) => {
      pkiReadGranted = request.body.granted;
      return { granted: pkiReadGranted };
    },
  );

  async function readable(identifier: string): Promise<Citizen> {
    if (!pkiReadGranted)
      throw problem(403, 'pki_read_not_granted', 'This relying party may not read PKI data.');
    const person = readPerson(identifier);
    await provider.pki.issueTo(person);
    return person;
  }
  const pendingOf = (session: Session, signer: Citizen) => ({
    signerEtsi: `PNOMN-${signer.nationalId}`,
    signerRegNo: signer.nationalId,
    sessionId: session.id,
  });

  app.register(
    async (v3) => {
      v3.addHook('onRequest', async (request) => checkSecret(provider, request.headers.authorization));
      v3.addHook('preHandler', (request, reply) => applyFaults(provider, request, reply));

      v3.get<Person>('/person/summary/etsi/:person', async (request) => {
        const person = await readable(request.params.person);
        const devices = listDevices(provider, person);
        return {
          givenName: person.givenName,
          surname: person.surname,
          certificates: listCertificates(provider, person).counts,
          activity: listActivity(provider, person, { limit: 0, offset: 0 }).counts,
          devicesActive: devices.activeCount,
          devicesTotal: devices.total,
          representationCount: representations.of(person).length,
        };
      });
      v3.get<Person>('/person/certificates/etsi/:person', async (request) =>
        listCertificates(provider, await readable(request.params.person)),
      );
      v3.get<Person>('/person/devices/etsi/:person', async (request) => {
        const devices = listDevices(provider, await readable(request.params.person));
        if (devices.total === 0) throw problem(404, 'no_data', 'The person has no device.');
        return devices;
      });
      v3.get<Person & { Querystring: { limit?: string; offset?: string } }>(
        '/rp/activity/etsi/:person',
        async (request) =>
          listActivity(provider, await readable(request.params.person), {
            limit: readNumber(request.query.limit, PAGE, MAX_PAGE),
            offset: readNumber(request.query.offset, 0, 999_999),
          }),
      );

      const ofPerson = '/organization/representations/etsi/:person';
      const list = (person: Citizen) => ({ representations: representations.of(person) });
      v3.get<Person>(ofPerson, async (request) => list(readPerson(request.params.person)));
      v3.post<Person & { Body: LinkRequest }>(ofPerson, { schema: { body: linkBody } }, async (request) => {
        const person = readPerson(request.params.person);
        representations.link(person, request.body);
        return list(person);
      });
      v3.delete<OfOrganisation>(`${ofPerson}/:reg`, async (request) => {
        const person = readPerson(request.params.person);
        representations.unlink(person, request.params.reg);
        return list(person);
      });

      const ofSigners = '/organization/signers/:reg/etsi/:person';
      v3.get<OfOrganisation>(ofSigners, async ({ params }) => ({
        signers: representations.signers(readPerson(params.person), params.reg),
      }));
      v3.post<OfOrganisation & { Body: { signer: string; role?: string } }>(
        ofSigners,
        { schema: { body: signerBody } },
        async ({ params, body }) => {
          const [person, signer] = [readPerson(params.person), readPerson(body.signer)];
          const consent = representations.add(person, params.reg, signer, body.role ?? null);
          return {
            signers: representations.signers(person, params.reg),
            pendingConfirmation: pendingOf(consent, signer),
          };
        },
      );
      v3.delete<OfSigner>(ofSigners, { schema: { querystring: bySigner } }, async ({ params, query }) => {
        const person = readPerson(params.person);
        const signer = readPerson(query.signer);
        representations.remove(person, params.reg, signer);
        // A person who removed themselves loses access.
        return { signers: signer === person ? [] : representations.signers(person, params.reg) };
      });
      v3.post<OfSigner>(
        `${ofSigners}/resend`,
        { schema: { querystring: bySigner } },
        async ({ params, query }) => {
          const person = readPerson(params.person);
          const signer = readPerson(query.signer);
          const consent = representations.resend(person, params.reg, signer);
          return {
            signers: representations.signers(person, params.reg),
            pendingConfirmation: pendingOf(consent, signer),
          };
        },
      );

      v3.put<OfOrganisation & { Body: { nameLatin: string } }>(
        '/organization/name-latin/:reg/etsi/:person',
        { schema: { body: nameLatinBody } },
        async ({ params, body }) => {
          representations.setNameLatin(readPerson(params.person), params.reg, body.nameLatin);
          return { nameLatin: body.nameLatin };
        },
      );
    },
    { prefix: '/v3' },
  );
}
