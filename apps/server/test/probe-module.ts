import { setImmediate as nextTurn } from 'node:timers/promises';
import { defineEvents, notAudited } from '../src/kernel/audit/events.ts';
import { open, permission, role, signedIn } from '../src/kernel/http/access.ts';
import { defineErrors, fail } from '../src/kernel/http/errors.ts';
import { type Row, read, refused, unchanged, write } from '../src/kernel/http/row.ts';
import { ById, Day, Empty, oneOf, strict, Type } from '../src/kernel/http/schemas.ts';
import type { Module } from '../src/kernel/module.ts';
import type { TestDatabase } from './database.ts';
import { raw } from './raw.ts';

/** A test module for kernel behaviour that no specified endpoint shows. */
export interface Probe {
  module: Module;
  /** Number of completed or failed runs of the creating row. */
  runs(): number;
  /** Number of runs of the slow work before a creating row. */
  prepared(): number;
  /** Number of calls of the slow row that wait for `release`. */
  held(): number;
  release(): void;
}

export const probeErrors = defineErrors({
  probe_listed: { status: 409, mn: 'Бүртгэлтэй алдаа.', en: 'A listed failure.' },
  probe_unlisted: { status: 409, mn: 'Бүртгэлгүй алдаа.', en: 'An unlisted failure.' },
});

export const probeEvents = defineEvents('probe', {
  made: { action: 'probe.made', about: 'A thing was made', fields: ['name'] },
  other: { action: 'probe.other', about: 'A probe did something else', fields: [] },
});

const because = open('a probe of the kernel');
const Thing = Type.Object({ id: Type.String(), name: Type.String() });
const MakeBody = strict({
  name: Type.String({ maxLength: 40 }),
  end: Type.Optional(oneOf('fail', 'crash', 'refuse', 'unchanged')),
});
const EchoBody = strict({
  name: Type.String({ minLength: 2, maxLength: 8 }),
  age: Type.Optional(Type.Integer({ minimum: 0, maximum: 150 })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 64 })),
  colour: Type.Optional(oneOf('red', 'blue')),
  id: Type.Optional(Type.String({ format: 'uuid', maxLength: 36 })),
  day: Type.Optional(Day),
  words: Type.Optional(Type.Array(Type.String({ maxLength: 4 }), { minItems: 1, maxItems: 2 })),
  inner: Type.Optional(strict({ deep: Type.String({ maxLength: 4 }) })),
});
const AnyAnswer = Type.Object({ ok: Type.Boolean() });
const fine = { ok: true };

/** A table with real row-level security: a person sees and creates their own rows. */
export async function createProbeTable(database: TestDatabase): Promise<void> {
  await database.query(`
    create table tamga.probe_things (
      id uuid primary key default gen_random_uuid(), owner uuid not null default tamga.app_user_id(), name text not null);
    alter table tamga.probe_things enable row level security;
    create policy probe_own on tamga.probe_things using (owner = tamga.app_user_id());
    grant select, insert on tamga.probe_things to tamga_app`);
}

export function createProbe(): Probe {
  let runs = 0;
  let prepared = 0;
  let held = 0;
  const released = Promise.withResolvers<void>();
  const reading: Row[] = [
    read({
      id: 'probe.item',
      path: '/probe/items/:id',
      access: because,
      params: ById,
      query: strict({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
        word: Type.Optional(Type.String({ maxLength: 8 })),
      }),
      reply: Type.Object({ id: Type.String(), limit: Type.Optional(Type.Integer()) }),
      errors: [],
      summary: 'A path id and a query',
      handler: ({ params, query }) => ({ id: params.id, ...query }),
    }),
    read({
      id: 'probe.crash',
      path: '/probe/crash',
      access: because,
      reply: AnyAnswer,
      errors: [],
      summary: 'An unexpected failure',
      handler: () => {
        throw new Error('secret of the house');
      },
    }),
    read({
      id: 'probe.bad_sql',
      path: '/probe/bad-sql',
      access: because,
      reply: AnyAnswer,
      errors: [],
      summary: 'A failure of the database that quotes a value',
      handler: async ({ db }) => {
        await db.run(raw("select 'secret-value'::integer"));
        return fine;
      },
    }),
    read({
      id: 'probe.listed',
      path: '/probe/listed',
      access: because,
      reply: AnyAnswer,
      errors: [probeErrors.probe_listed],
      summary: 'A failure the row lists',
      handler: () => fail(probeErrors.probe_listed, { detail: 'for the log', data: { where: 'here' } }),
    }),
    read({
      id: 'probe.unlisted',
      path: '/probe/unlisted',
      access: because,
      reply: AnyAnswer,
      errors: [],
      summary: 'A failure the row does not list',
      handler: () => fail(probeErrors.probe_unlisted, { data: { where: 'here' } }),
    }),
    read({
      id: 'probe.other_status',
      path: '/probe/other-status',
      access: because,
      reply: AnyAnswer,
      errors: [],
      summary: 'A status the row does not declare',
      handler: ({ reply }) => {
        reply.status(202);
        return { ...fine, secret: 'of the house' };
      },
    }),
    read({
      id: 'probe.held',
      path: '/probe/held',
      access: because,
      reply: Type.Object({ released: Type.Boolean() }),
      errors: [],
      summary: 'An answer that could be held',
      handler: ({ request }) => ({ released: request.released.aborted }),
    }),
    read({
      id: 'probe.limited',
      path: '/probe/limited',
      access: because,
      limit: { group: 'probe', perMinute: 60, burst: 3 },
      reply: AnyAnswer,
      errors: [],
      summary: 'Three at once, then one a second',
      handler: () => fine,
    }),
    read({
      id: 'probe.block',
      path: '/probe/block',
      access: because,
      query: strict({ ms: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
      reply: AnyAnswer,
      errors: [],
      summary: 'Keeps the event loop busy in long slices',
      handler: async ({ query }) => {
        const end = performance.now() + query.ms;
        while (performance.now() < end) {
          const slice = performance.now() + 300;
          while (performance.now() < slice);
          await nextTurn();
        }
        return fine;
      },
    }),
    read({
      id: 'probe.slow',
      path: '/probe/slow',
      access: because,
      reply: AnyAnswer,
      errors: [],
      summary: 'An answer that takes its time',
      handler: async () => {
        held += 1;
        await released.promise;
        return fine;
      },
    }),
    read({
      id: 'probe.manager',
      path: '/probe/manager',
      access: role('manager'),
      reply: AnyAnswer,
      errors: [],
      summary: 'For managers and above',
      handler: () => fine,
    }),
    read({
      id: 'probe.permitted',
      path: '/probe/permitted',
      access: permission('users.manage'),
      reply: AnyAnswer,
      errors: [],
      summary: 'For those who hold a permission',
      handler: () => fine,
    }),
  ];
  const writing: Row[] = [
    write({
      id: 'probe.echo',
      method: 'POST',
      path: '/probe/echo',
      access: because,
      bodyLimitBytes: 2048,
      body: EchoBody,
      reply: Type.Object({ name: Type.String() }),
      errors: [],
      audit: notAudited('changes nothing'),
      summary: 'Every kind of field',
      handler: async ({ body }) => ({ name: body.name, secret: 'of the house' }),
    }),
    write({
      id: 'probe.optional',
      method: 'POST',
      path: '/probe/optional',
      access: because,
      body: strict({ word: Type.Optional(Type.String({ maxLength: 8 })) }),
      reply: Type.Object({ fields: Type.Integer() }),
      errors: [],
      audit: notAudited('changes nothing'),
      summary: 'A body of optional fields',
      handler: async ({ body }) => ({ fields: Object.keys(body).length }),
    }),
    write({
      id: 'probe.bodyless',
      method: 'PUT',
      path: '/probe/bodyless',
      access: because,
      reply: Empty,
      errors: [],
      audit: notAudited('changes nothing'),
      summary: 'A call without arguments',
      handler: async () => ({}),
    }),
    write({
      id: 'probe.act',
      method: 'GET',
      path: '/probe/act',
      access: because,
      reply: Type.Object({ runs: Type.Integer() }),
      errors: [],
      audit: notAudited('counts in memory'),
      summary: 'Reading that is an act',
      handler: async () => {
        runs += 1;
        return { runs };
      },
    }),
    write({
      id: 'probe.make',
      method: 'POST',
      path: '/probe/things',
      access: signedIn,
      body: MakeBody,
      reply: Thing,
      status: 201,
      idempotent: true,
      errors: [probeErrors.probe_listed],
      audit: [probeEvents.made],
      summary: 'Make a thing of one’s own',
      handler: async ({ body, tx }) => {
        runs += 1;
        const made = await tx.first(
          raw<{ id: string; name: string }>(
            'insert into probe_things (name) values ($1) returning id, name',
            [body.name],
          ),
        );
        if (made === undefined) throw new Error('nothing was made');
        if (body.end === 'fail') fail(probeErrors.probe_listed);
        if (body.end === 'crash') throw new Error('crashed after the change');
        if (body.end === 'unchanged') return unchanged(made);
        tx.audit(probeEvents.made, { target: made.id, metadata: { name: made.name } });
        return body.end === 'refuse' ? refused(probeErrors.probe_listed) : made;
      },
    }),
    write({
      id: 'probe.prepare',
      method: 'POST',
      path: '/probe/prepared',
      access: signedIn,
      body: MakeBody,
      reply: Type.Object({ name: Type.String() }),
      status: 201,
      idempotent: true,
      errors: [],
      audit: notAudited('changes nothing'),
      summary: 'Slow work before the change',
      prepare: async () => {
        prepared += 1;
      },
      handler: async ({ body }) => ({ name: body.name }),
    }),
    write({
      id: 'probe.silent',
      method: 'POST',
      path: '/probe/silent',
      access: signedIn,
      reply: Empty,
      errors: [],
      audit: [probeEvents.made],
      summary: 'A change that records nothing',
      handler: async ({ tx }) => {
        await tx.change(raw("insert into probe_things (name) values ('silent')"));
        return {};
      },
    }),
    write({
      id: 'probe.undeclared_event',
      method: 'POST',
      path: '/probe/undeclared-event',
      access: signedIn,
      reply: Empty,
      errors: [],
      audit: [probeEvents.made],
      summary: 'Records an event it does not list',
      handler: async ({ tx }) => {
        await tx.change(raw("insert into probe_things (name) values ('unlisted')"));
        tx.audit(probeEvents.other);
        return {};
      },
    }),
    write({
      id: 'probe.undeclared_field',
      method: 'POST',
      path: '/probe/undeclared-field',
      access: signedIn,
      reply: Empty,
      errors: [],
      audit: [probeEvents.made],
      summary: 'An event with a field it does not declare',
      handler: async ({ tx }) => {
        await tx.change(raw("insert into probe_things (name) values ('undeclared')"));
        tx.audit(probeEvents.made, { metadata: { password: 'x' } });
        return {};
      },
    }),
  ];
  return {
    module: { name: 'probe', rows: [...reading, ...writing], errors: probeErrors, events: probeEvents },
    runs: () => runs,
    prepared: () => prepared,
    held: () => held,
    release: released.resolve,
  };
}
