import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { problem } from '../problem.ts';
import { COMPANIES, type Company } from './companies.ts';

export interface StateRegistryOptions {
  clientId: string;
  secret: string;
}

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['reg_no'],
  properties: { reg_no: { type: 'string', minLength: 1, maxLength: 40 } },
};

/** The state registry of legal persons: one call, Basic authentication, `found: false` for what it does not know. */
export function registerStateRegistry(app: FastifyInstance, options: StateRegistryOptions): void {
  const expected = Buffer.from(
    `Basic ${Buffer.from(`${options.clientId}:${options.secret}`).toString('base64')}`,
  );
  app.post<{ Body: { reg_no: string } }>('/v1/org/lookup', { schema: { body } }, async (request, reply) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      reply.header('www-authenticate', 'Basic realm="state registry"');
      throw problem(401, 'unauthorized', 'Client id and secret are needed, as HTTP Basic.');
    }
    const wanted = request.body.reg_no.toUpperCase();
    const found = COMPANIES.find((company) => company.regNo === wanted);
    return found === undefined ? { found: false } : { found: true, organization: onTheWire(found) };
  });
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
