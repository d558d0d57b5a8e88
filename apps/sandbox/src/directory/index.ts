import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CITIZENS, type Citizen } from '../citizens.ts';
import { problem } from '../problem.ts';
import { ORGANISATIONS, type SandboxOrganisation } from './organisations.ts';

const search = {
  type: 'object',
  additionalProperties: false,
  required: ['search_text'],
  properties: { search_text: { type: 'string', minLength: 2, maxLength: 100 } },
} as const;

type Search = { search_text: string };

/** A directory of the sandbox's citizens and a few invented organisations. */
export function registerDirectory(app: FastifyInstance, options: { token: string }): void {
  const requireToken = async (request: FastifyRequest) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!isEqual(given, options.token))
      throw problem(401, 'unauthorized', 'The bearer token of the directory is missing or wrong.');
  };

  app.post<{ Body: Search }>(
    '/api/user/find',
    { schema: { body: search }, onRequest: requireToken },
    async (request) => {
      const found = CITIZENS.find((citizen) => isPerson(citizen, request.body.search_text));
      if (!found) throw problem(404, 'not_found', 'Nobody by these words.');
      return describePerson(found);
    },
  );

  app.get<{ Querystring: Search }>(
    '/api/organization/find',
    { schema: { querystring: search }, onRequest: requireToken },
    async (request) => {
      const found = ORGANISATIONS.find((organisation) =>
        isOrganisation(organisation, request.query.search_text),
      );
      if (!found) throw problem(404, 'not_found', 'No organisation by these words.');
      return describeOrganisation(found);
    },
  );
}

function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const fold = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

function isPerson(citizen: Citizen, text: string): boolean {
  const names = [`${citizen.surname} ${citizen.givenName}`, `${citizen.surnameEn} ${citizen.givenNameEn}`];
  return [citizen.nationalId, citizen.civilId, ...names].some((known) => fold(known) === fold(text));
}

function isOrganisation(organisation: SandboxOrganisation, text: string): boolean {
  return [organisation.regNo, organisation.name, organisation.shortName].some(
    (known) => fold(known) === fold(text),
  );
}

/** The register number contains birth date and sex; see `citizens.ts`. */
function describePerson(citizen: Citizen) {
  const digits = citizen.nationalId.slice(2);
  const month = Number(digits.slice(2, 4));
  const year = month > 20 ? `20${digits.slice(0, 2)}` : `19${digits.slice(0, 2)}`;
  return {
    id: citizen.civilId,
    reg_no: citizen.nationalId,
    family_name: '',
    last_name: citizen.surname,
    first_name: citizen.givenName,
    gender: Number(digits.charAt(6)) % 2 === 1 ? 1 : 2,
    birth_date: `${year}-${String(month % 20).padStart(2, '0')}-${digits.slice(4, 6)}`,
    email: `${citizen.givenNameEn}.${citizen.surnameEn}@example.mn`.toLowerCase(),
    phone_no: `99${citizen.civilId.slice(-6)}`,
    address_detail: 'Улаанбаатар, Сүхбаатар дүүрэг, 8-р хороо',
    country_name: 'Монгол',
  };
}

function describeOrganisation(organisation: SandboxOrganisation) {
  return {
    id: organisation.regNo,
    reg_no: organisation.regNo,
    name: organisation.name,
    short_name: organisation.shortName,
    email: 'info@example.mn',
    phone_no: organisation.phone,
    address_detail: organisation.address,
    country_name: 'Монгол',
    created_date: organisation.founded,
  };
}
