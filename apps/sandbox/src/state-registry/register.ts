import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CITIZENS } from '../citizens.ts';
import type { Faults } from '../faults.ts';
import { problem } from '../problem.ts';
import { COMPANIES, type Company, type Party } from './companies.ts';
import { CHILDREN, REGISTERS, readRecord } from './people.ts';

export interface StateRegistryOptions {
  clientId: string;
  secret: string;
  faults?: Faults;
  now?: () => Date;
}

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['reg_no'],
  properties: { reg_no: { type: 'string', minLength: 1, maxLength: 40 } },
};

const leaderBody = {
  type: 'object',
  additionalProperties: false,
  required: ['national_id'],
  properties: { national_id: { type: 'string', minLength: 1, maxLength: 40 } },
};

const personBody = {
  type: 'object',
  additionalProperties: false,
  required: ['register', 'civil_id'],
  properties: {
    register: { enum: Object.keys(REGISTERS) },
    civil_id: { type: 'string', minLength: 1, maxLength: 40 },
  },
};

const parentsBody = {
  type: 'object',
  additionalProperties: false,
  required: ['national_ids'],
  properties: {
    national_ids: { type: 'array', maxItems: 2, items: { type: 'string', minLength: 1, maxLength: 40 } },
  },
};

/**
 * The state registers of legal persons and of people: one call each, Basic authentication, `found: false` for
 * an unknown number. The fault `registry_down` disables the registers of people, `companies_down` that of legal persons. `PUT /control/companies/…/leader` makes a
 * citizen the only chief executive and founder of a company, and `PUT /control/children/…/parents` gives a child other
 * parents.
 */
export function registerStateRegistry(app: FastifyInstance, options: StateRegistryOptions): void {
  const expected = Buffer.from(
    `Basic ${Buffer.from(`${options.clientId}:${options.secret}`).toString('base64')}`,
  );
  const now = options.now ?? (() => new Date());
  const checkClient = (request: FastifyRequest, reply: FastifyReply) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length === expected.length && timingSafeEqual(given, expected)) return;
    reply.header('www-authenticate', 'Basic realm="state registry"');
    throw problem(401, 'unauthorized', 'Client id and secret are needed, as HTTP Basic.');
  };
  const parents = new Map<string, readonly string[]>();
  app.put<{ Params: { civil_id: string }; Body: { national_ids: string[] } }>(
    '/control/children/:civil_id/parents',
    { schema: { body: parentsBody } },
    async ({ params: { civil_id }, body: { national_ids } }) => {
      const found = CITIZENS.filter(({ nationalId }) => national_ids.includes(nationalId));
      if (found.length < national_ids.length || !CHILDREN.some(({ civilId }) => civilId === civil_id))
        throw problem(404, 'unknown', 'There is no such child or citizen.');
      parents.set(
        civil_id,
        found.map(({ civilId }) => civilId),
      );
      return { civil_id, parents: national_ids };
    },
  );
  app.post<{ Body: { register: string; civil_id: string } }>(
    '/v1/person/record',
    { schema: { body: personBody } },
    async (request, reply) => {
      checkClient(request, reply);
      if (options.faults?.take('registry_down')) throw problem(503, 'unavailable', 'The register is away.');
      const { register, civil_id } = request.body;
      const record = readRecord(register, civil_id, now(), parents);
      const asked = { register: REGISTERS[register], civil_id, as_of: now().toISOString() };
      return record === undefined ? { found: false, ...asked } : { found: true, ...asked, record };
    },
  );
  const leaders = new Map<string, Party>();
  const findCompany = (regNo: string): Company | undefined => {
    const found = COMPANIES.find((company) => company.regNo === regNo.toUpperCase());
    const leader = leaders.get(found?.regNo ?? '');
    if (found === undefined || leader === undefined) return found;
    return { ...found, ceo: leader, founders: [{ person: leader, sharePercent: 100 }], stakeHolders: [] };
  };
  app.post<{ Body: { reg_no: string } }>('/v1/org/lookup', { schema: { body } }, async (request, reply) => {
    checkClient(request, reply);
    if (options.faults?.take('companies_down')) throw problem(503, 'unavailable', 'The register is away.');
    const found = findCompany(request.body.reg_no);
    return found === undefined ? { found: false } : { found: true, organization: onTheWire(found) };
  });
  app.put<{ Params: { reg_no: string }; Body: { national_id: string } }>(
    '/control/companies/:reg_no/leader',
    { schema: { body: leaderBody } },
    async ({ params, body: { national_id } }) => {
      const company = findCompany(params.reg_no);
      const citizen = CITIZENS.find(({ nationalId }) => nationalId === national_id);
      if (company === undefined || citizen === undefined)
        throw problem(404, 'unknown', 'There is no such company or citizen.');
      const name = `${citizen.surname} ${citizen.givenName}`;
      leaders.set(company.regNo, { name, regNo: national_id, kind: 'Иргэн' });
      return { reg_no: company.regNo, leader: name };
    },
  );
}

function onTheWire(company: Company): object {
  return {
    reg_no: company.regNo,
    name: company.name,
    name_latin: company.nameLatin,
    type: company.type,
    ceo: company.ceo.name,
    ceo_reg_no: company.ceo.regNo,
    position: company.position,
    phone: company.phone,
    address: company.address,
    industry: company.industry,
    capital: company.capital,
    founders: company.founders.map(({ person, sharePercent }) => ({
      name: person.name,
      reg_no: person.regNo,
      type: person.kind,
      share_percent: sharePercent,
    })),
    stake_holders: company.stakeHolders.map(({ person, position }) => ({
      name: person.name,
      reg_no: person.regNo,
      position,
    })),
  };
}
