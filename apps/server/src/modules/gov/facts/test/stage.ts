import { type GovStage, openGov, type PersonName } from '../../../../../test/gov.ts';
import { until } from '../../../../../test/until.ts';
import { openAdministrator } from '../../../relay/test/stage.ts';

/** A foster family service whose three papers the agencies of the sandbox can give. */
export interface FactStage extends GovStage {
  serviceId: string;
  /** A second service with a paper that can be fetched (`birth_record`). */
  otherServiceId: string;
  answers: object;
  facts(who: PersonName, serviceId?: string): Promise<Fact[]>;
  ask(who: PersonName, slot?: string, serviceId?: string): ReturnType<GovStage['post']>;
  /** Asks, delivers, and waits until the agency has answered. */
  fetch(who: PersonName, slot?: string, serviceId?: string): Promise<Fact>;
  /** Delivers the questions that are due and waits until the agency has reacted to one more. */
  deliver(code?: string): Promise<void>;
  decide(who: PersonName, fact: Fact, how: 'accept' | 'refuse', body?: object): ReturnType<GovStage['post']>;
  /** How an agency behaves from now on. */
  behave(mode: string, code?: string): Promise<void>;
  agency(code?: string): Promise<{ asked: number; held: number; replies: (number | null)[] }>;
  release(code?: string): Promise<void>;
  upload(who: PersonName, slot: string): Promise<number>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  operate(method: string, path: string, body?: object): Promise<{ status: number; body: any }>;
  stored(id: string): Promise<Record<string, unknown>>;
  audited(target: string): Promise<string[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
export type Fact = any;

const civil = 'civil-records';
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n');

export async function openFacts(): Promise<FactStage> {
  const stage = await openGov({ env: { GOV_DEMO_SEED: 'true', GOV_ENFORCE_ASSURANCE: 'true' } });
  const { world } = stage;
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${world.sandbox.url}/control/agencies${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
    return answer.json() as Promise<Fact>;
  };
  await control('PUT', '/reply-to', {
    url: `${stage.server.url.replace('[::1]', 'localhost')}/api/v1/relay/webhook`,
  });
  const serviceOf = async (code: string): Promise<string> => {
    const [row] = await world.database.query<{ id: string }>('select id from gov_services where code = $1', [
      code,
    ]);
    return row?.id ?? '';
  };
  const serviceId = await serviceOf('MN-1040-001');
  const { token } = await openAdministrator(world.database, world.clock.now, stage.server.config);
  const agency = async (code = civil) =>
    (await control('GET', '')).items.find((each: { code: string }) => each.code === code);
  const facts = async (who: PersonName, service = serviceId) =>
    (await stage.get(who, `/gov/drafts/${service}/facts`)).body.data.facts;
  const more: Omit<FactStage, keyof GovStage> = {
    serviceId,
    otherServiceId: await serviceOf('MN-0133-001'),
    answers: { family_size: 3, reason: 'Хүүхдэд туслах', phone: '99112233', declared: true },
    facts,
    ask: (who, slot = 'marriage', service = serviceId) =>
      stage.post(who, `/gov/drafts/${service}/facts`, { slot, agreed: true }),
    deliver: async (code = civil) => {
      const before = await agency(code);
      await stage.runJob('relay.deliver');
      await until(async () => {
        const { asked, held, replies } = await agency(code);
        return asked > before.asked && replies.length + held >= before.replies.length + before.held + 1;
      });
    },
    fetch: async (who, slot = 'marriage', service = serviceId) => {
      const { status, body } = await more.ask(who, slot, service);
      if (status !== 201) throw new Error(`not asked: ${JSON.stringify(body)}`);
      await stage.runJob('relay.deliver');
      const find = async () => (await facts(who, service)).find(({ id }: Fact) => id === body.data.id);
      await until(async () => (await find()).state !== 'asked');
      return find();
    },
    decide: (who, fact, how, body) =>
      stage.call(who, 'POST', `/gov/drafts/${serviceId}/facts/${fact.id}/${how}`, {
        ...(how === 'accept' ? { answer_digest: fact.provenance.answer_digest } : {}),
        ...body,
      }),
    behave: async (mode, code = civil) => {
      await control('PUT', `/${code}`, { mode });
    },
    agency,
    release: async (code = civil) => {
      await control('POST', `/${code}/release`);
    },
    upload: async (who, slot) => {
      const query = new URLSearchParams({ name: 'paper.pdf', slot });
      const sent = await fetch(`${stage.server.url}/api/v1/gov/drafts/${serviceId}/files?${query}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stage.people[who].token}`,
          'content-type': 'application/octet-stream',
        },
        body: pdf,
      });
      return sent.status;
    },
    operate: async (method, path, body) => {
      const answer = await fetch(`${stage.server.url}/api/v1/relay${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await token()}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    stored: async (id) => {
      const [row] = await world.database.query<Record<string, unknown>>(
        'select * from gov_facts where id = $1',
        [id],
      );
      return row ?? {};
    },
    audited: async (target) =>
      (
        await world.database.query<{ action: string }>(
          'select action from audit_log where target = $1 order by id',
          [target],
        )
      ).map(({ action }) => action),
  };
  return Object.defineProperties(more, Object.getOwnPropertyDescriptors(stage)) as FactStage;
}
