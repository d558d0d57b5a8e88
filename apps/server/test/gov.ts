import { randomUUID } from 'node:crypto';
import { completeFields } from '../src/kernel/http/fields.ts';
import { type ProjectedService, projectService, serviceFields } from '../src/modules/gov/index.ts';
import { type Answer, createCaller } from './caller.ts';
import { changeAsSystem, createPhone, letIn, renewSession, type SignedIn } from './citizens.ts';
import { type Clock, openWorld, type ServerOptions, type TestServer, type TestWorld } from './server.ts';

const seeded = { action: 'test.seeded', category: 'test', about: 'a test prepared its world', fields: [] };

export type PersonName = 'bold' | 'sarnai' | 'officer' | 'other';

/** Two citizens and two officers at a server with services to apply for. */
export interface GovStage {
  world: TestWorld;
  server: TestServer;
  people: Record<PersonName, SignedIn>;
  /** Publishes a service of the authority with this name, and returns its id. */
  publish(service?: Partial<ProjectedService> & { agency?: string; agency_en?: string }): Promise<string>;
  /** The id of the authority with this name, which is made if needed. */
  authority(name: string, nameEn?: string): Promise<string>;
  get(who: PersonName, path: string): Promise<Answer>;
  post(who: PersonName, path: string, body?: object): Promise<Answer>;
  call(who: PersonName, method: string, path: string, body?: unknown): Promise<Answer>;
  apply(who: PersonName, serviceId: string, body?: object): Promise<Answer>;
  /** Inserts an application in any state; `over` sets columns by name. */
  place(who: PersonName, status: string, over?: Record<string, unknown>): Promise<string>;
  row(id: string): Promise<Record<string, unknown>>;
  timeline(id: string): Promise<{ type: string; from_status: string; to_status: string; detail: string }[]>;
  notifications(who: PersonName): Promise<{ title: string; body: string; category: string }[]>;
  sweep(server?: TestServer): Promise<void>;
  runJob(name: string, server?: TestServer): Promise<void>;
  /** Runs what waits in a queue. */
  runQueued(name: string): Promise<void>;
  /** Replaces the server with another one on the same database. */
  restart(options?: ServerOptions): Promise<void>;
  /** New tokens for everyone, after the clock moved further than their lifetime. */
  signInAgain(): Promise<void>;
}

/** The authority of services that name none. */
export const usualAuthority = 'Улсын бүртгэлийн ерөнхий газар';

export const plainService: ProjectedService = {
  ...completeFields(serviceFields, {
    name: 'Иргэний үнэмлэх захиалах',
    name_en: 'Identity card order',
    category: 'Бүртгэл',
    processing_time: 'P3D',
    cofog_code: '01.3.3',
    main_activity: 'gen-pub',
    output_type: 'Physical object',
    has_discretion: true,
    has_assessment: true,
    online: true,
    applicants: ['person', 'child', 'organisation'],
  }),
  passport_id: '',
  passport_version: 1,
  code: '',
  authority_id: '',
  processing_days: 3,
  evidence: [],
  evidence_en: [],
  life_events: [],
  form: null,
};

export async function openGov({
  clock,
  ...options
}: ServerOptions & { clock?: Clock } = {}): Promise<GovStage> {
  const world = await openWorld(clock === undefined ? {} : { clock });
  const env = { DATA_DIR: world.dataDir, ...options.env };
  const phone = createPhone(world.sandbox);
  let server = await world.startServer({ ...options, env });
  // An operator-made role reaches the database as an ordinary person, and can still decide.
  await world.database.query(`insert into roles (id, key, name) values (200, 'reviewer', 'Reviewer')`);
  await world.database.query(`insert into role_permissions values (200, 'gov.review')`);
  const letInNext = async (index: number) => letIn(world, server, await phone.citizen(/^ordinary/, index));
  const people: Record<PersonName, SignedIn> = {
    bold: await letInNext(0),
    sarnai: await letInNext(1),
    officer: await letInNext(2),
    other: await letInNext(3),
  };
  for (const [name, role] of [
    ['officer', 'manager'],
    ['other', 'reviewer'],
  ] as const)
    await world.database.query(
      'update users set role_id = (select id from roles where key = $2) where id = $1',
      [people[name].userId, role],
    );
  // Like officers who decided every case before authorities existed.
  await world.database.query(
    `insert into officer_authorities (user_id, granted_at) select unnest($1::uuid[]), now() on conflict do nothing`,
    [[people.officer.userId, people.other.userId]],
  );
  const renewAll = async () => {
    for (const name of ['bold', 'sarnai', 'officer', 'other'] as const)
      people[name] = await renewSession(world, server, people[name]);
  };
  await renewAll();

  const call: GovStage['call'] = (who, method, path, body) =>
    createCaller(server.url).call(method, `/api/v1${path}`, {
      token: people[who].token,
      ...(body === undefined ? {} : { body }),
    });
  const authority = async (name: string, nameEn = '') => {
    const [found] = await world.database.query<{ id: string }>(
      `insert into authorities (name, name_en) values ($1, $2)
       on conflict (authority_key(name)) do update set name_en = coalesce(nullif($2, ''), authorities.name_en) returning id`,
      [name, nameEn],
    );
    if (found === undefined) throw new Error('the authority was not kept');
    return found.id;
  };
  const runJob = async (name: string, at = server) => {
    const job = at.app.declaredJobs.find((each) => each.name === name);
    if (job === undefined) throw new Error(`there is no job ${name}`);
    await job.run({}, { now: world.clock.now(), log: at.app.http.log as never });
  };
  let published = 0;
  let placed = 0;
  return {
    world,
    get server() {
      return server;
    },
    people,
    call,
    runJob,
    runQueued: async (name) => {
      const job = server.app.declaredJobs.find((each) => each.name === name);
      const queued = await world.database.query<{ data: Record<string, unknown>; created_on: Date }>(
        `delete from pgboss.job where name = $1 returning data, created_on`,
        [name],
      );
      for (const { data } of queued.toSorted((a, b) => Number(a.created_on) - Number(b.created_on)))
        await job?.run(data, { now: world.clock.now(), log: server.app.http.log as never });
    },
    get: (who, path) => call(who, 'GET', path),
    post: (who, path, body = {}) => call(who, 'POST', path, body),
    apply: (who, serviceId, body = {}) =>
      call(who, 'POST', '/gov/applications', { service_id: serviceId, ...body }),
    authority,
    publish: async ({ agency = usualAuthority, agency_en = '', ...service } = {}) => {
      // Every call publishes a version of its own.
      published += 1;
      const whole = {
        ...plainService,
        authority_id: await authority(agency, agency_en),
        passport_id: randomUUID(),
        passport_version: published,
        code: `T-${randomUUID().slice(0, 8).toUpperCase()}`,
        ...service,
      };
      const projection = await changeAsSystem(server, world.clock.now(), async (tx) => {
        tx.audit(seeded);
        return projectService(tx, whole);
      });
      if (projection.outcome !== 'projected') throw new Error(projection.outcome);
      return projection.serviceId;
    },
    place: async (who, status, { agency, ...over } = {}) => {
      const id = randomUUID();
      placed += 1;
      const values: Record<string, unknown> = {
        id,
        user_id: people[who].userId,
        service_code: 'T-PLACED',
        service_name: { mn: 'Үйлчилгээ', en: 'Service' },
        reference_no: `APP-2026-${730_000 + placed}`,
        status,
        applicant: { full_name: 'Дорж Болд', full_name_en: 'Dorj Bold', civil_id: '101485031512' },
        fulfilment: 'manual',
        payment_before: 'none',
        submitted_at: world.clock.now(),
        suspended_at: status === 'info_required' ? world.clock.now() : null,
        authority_id: agency === undefined ? null : await authority(String(agency)),
        ...over,
      };
      const names = Object.keys(values);
      await world.database.query(
        `insert into gov_applications (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(values),
      );
      return id;
    },
    row: async (id) => {
      const [row] = await world.database.query<Record<string, unknown>>(
        'select * from gov_applications where id = $1',
        [id],
      );
      if (row === undefined) throw new Error('no such application');
      return row;
    },
    timeline: (id) =>
      world.database.query(
        'select type, from_status, to_status, detail from gov_application_events where application_id = $1 order by seq',
        [id],
      ),
    notifications: async (who) => (await call(who, 'GET', '/gov/notifications')).body.data.items,
    sweep: (at) => runJob('gov.applications.sweep', at),
    restart: async (next = {}) => {
      await server.stop();
      server = await world.startServer({ ...next, env: { ...env, ...next.env } });
    },
    signInAgain: renewAll,
  };
}
