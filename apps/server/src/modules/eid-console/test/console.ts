import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from '../../../../test/caller.ts';
import { createCaller } from '../../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, signIn } from '../../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../../test/server.ts';
import { createEidRecords } from '../../../adapters/eid-records/index.ts';
import type { AppParts } from '../../../composition/app.ts';
import type { Env } from '../../../config.ts';
import { createCircuitBreaker } from '../../../kernel/http/circuit-breaker.ts';
import { profile } from '../../profile/index.ts';
import { eidConsole } from '../index.ts';
import {
  OrganisationLookupError,
  type OrganisationLookupPort,
  type RegisteredOrganisation,
} from '../organisation-port.ts';

/** A small state registry over HTTP with configurable failures. */
interface Registry {
  put(organisation: RegisteredOrganisation): void;
  mood: 'well' | 'failing' | 'babbling' | 'absent';
  lookup: OrganisationLookupPort;
  close(): void;
}

async function startRegistry(): Promise<Registry> {
  const known = new Map<string, RegisteredOrganisation>();
  const server: Server = createServer((request, response) => {
    const found = known.get(decodeURIComponent(request.url?.slice(1) ?? ''));
    response.statusCode = registry.mood === 'failing' ? 500 : 200;
    response.end(registry.mood === 'babbling' ? 'сайн уу' : JSON.stringify(found ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const registry: Registry = {
    mood: 'well',
    put: (organisation) => void known.set(organisation.regNo, organisation),
    lookup: {
      findOrganisation: async (regNo, signal) => {
        if (registry.mood === 'absent') throw new OrganisationLookupError('not_configured', 'no address');
        const answer = await fetch(`http://127.0.0.1:${port}/${encodeURIComponent(regNo)}`, { signal });
        if (answer.status !== 200) throw new OrganisationLookupError('unavailable', `${answer.status}`);
        try {
          return (await answer.json()) as RegisteredOrganisation | null;
        } catch {
          throw new OrganisationLookupError('failed', 'not JSON');
        }
      },
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return registry;
}

export interface Person {
  citizen: Citizen;
  userId: string;
  token: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** One world per test file: the sandbox, a registry, and a server with the modules under test. */
export interface Console {
  world: TestWorld;
  server: TestServer;
  phone: Phone;
  registry: Registry;
  /** Organisations for which `whenConfirmed` ran. */
  linked: string[];
  startServer(env: Env): Promise<TestServer>;
  /** A signed-in citizen; each call uses a separate source address, so that rate limits do not interfere. */
  person(skip: number, on?: TestServer): Promise<Person>;
  /** Registers an organisation with these people as chief executive, founder and stakeholder. */
  organisation(people: { ceo?: Person; founder?: Person; stakeholder?: Person }): string;
  sandbox(method: string, path: string, body?: object): Promise<Response>;
  auditOf(answer: Answer): Promise<{ action: string; metadata: object }[]>;
  close(): Promise<void>;
}

export async function openConsole(): Promise<Console> {
  const world = await openWorld();
  const registry = await startRegistry();
  const linked: string[] = [];
  const modules = ({ config, database, files, now, outbox }: AppParts) => {
    const records = createEidRecords({
      baseUrl: config.EID_BASE_URL ?? '',
      rpSecret: config.EID_RP_SECRET,
      breaker: createCircuitBreaker(now),
    });
    return [
      eidConsole({
        records,
        organisations: registry.lookup,
        hashKey: config.JWT_SECRET,
        whenConfirmed: async (_tx, { regNo }) => linked.push(regNo),
        whenConfirmedEvents: [],
        whenEnded: async () => undefined,
        whenEndedEvents: [],
        recheck: async () => undefined,
      }),
      profile({ records, database, outbox, now, files }),
    ];
  };
  const startServer = (env: Env) => world.startServer({ env, extraModules: modules });
  const server = await startServer({});
  const phone = createPhone(world.sandbox);
  let made = 0;

  return {
    world,
    server,
    phone,
    registry,
    linked,
    startServer,
    person: async (skip, on = server) => {
      const citizen = await phone.citizen(/^ordinary/, skip);
      const { token, userId } = await signIn(on, phone, citizen);
      return {
        citizen,
        userId,
        token,
        call: (method, path, body, headers) =>
          createCaller(on.url).call(method, `/api/v1${path}`, {
            token,
            ...(body === undefined ? {} : { body }),
            ...(headers === undefined ? {} : { headers }),
          }),
      };
    },
    organisation: ({ ceo, founder, stakeholder }) => {
      made += 1;
      const regNo = String(6_000_000 + made);
      const affiliate = (person: Person | undefined, kind: 'CEO' | 'FOUNDER' | 'STAKEHOLDER') =>
        person === undefined ? [] : [{ regNo: person.citizen.national_id, role: 'Захирал', kind }];
      registry.put({
        regNo,
        name: 'Мөнх Тэнгэр ХХК',
        nameEn: null,
        affiliates: [
          ...affiliate(ceo, 'CEO'),
          ...affiliate(founder, 'FOUNDER'),
          ...affiliate(stakeholder, 'STAKEHOLDER'),
        ],
      });
      return regNo;
    },
    sandbox: (method, path, body) =>
      fetch(`${world.sandbox.url}/control${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    auditOf: (answer) =>
      world.database.query('select action, metadata from audit_log where request_id = $1 order by id', [
        answer.body.request_id,
      ]),
    close: async () => {
      await world.close();
      registry.close();
    },
  };
}

export const errorOf = ({ status, body }: Answer) => [status, body.error];
