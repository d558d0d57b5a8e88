import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { type Statement, statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import type { Party } from '../../kernel/http/actor.ts';
import type { Text } from '../../kernel/http/language.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';
import { feeState } from '../payments/index.ts';
import type { Change } from './payload.ts';
import { type EventType, openStatuses, type Result, type Status, type Transition } from './state-machine.ts';

export interface Applicant {
  full_name: string;
  full_name_en: string;
  civil_id: string | null;
  /** Of a party that somebody acts for. */
  kind?: Party['kind'];
}

export interface Evidence {
  name: string;
  reference?: string;
  provided_at: string;
}

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'gov_applications.service_name': Text;
    'gov_applications.payload': Record<string, unknown>;
    'gov_applications.evidence': Evidence[];
    'gov_applications.applicant': Applicant;
    'gov_applications.filed_by': Omit<Applicant, 'civil_id' | 'kind'>;
    'gov_application_events.changes': Change[];
    'gov_drafts.payload': Record<string, unknown>;
  }
}

export const applicationRow = {
  ...columnsOf(
    'gov_applications',
    'id seq user_id party_id filed_by service_id service_version service_code service_name authority_id reference_no status',
  ),
  ...columnsOf(
    'gov_applications',
    'result note payload evidence decision_note applicant fulfilment fee payment_before',
  ),
  ...columnsOf(
    'gov_applications',
    'output_ref_type due_at fee_due_at sla_breached suspended_at info_due_at assigned_to assigned_at assigned_by',
  ),
  ...columnsOf(
    'gov_applications',
    'decided_by decided_at tacit signature_required output_ref_id submitted_at answered_at updated_at',
  ),
  /** In whose access log it stands who looked: an account, or a child or organisation for which people act. */
  person_id: computed('uuid'),
  payment: feeState,
  /** The name of the authority; empty for an application to a service of which nothing is left. */
  agency: computed('text'),
};
export type ApplicationRow = RowOf<typeof applicationRow>;

/** A created or moved row, with the choice of a person who acts for themselves where messages go. */
export const changedRow = { ...applicationRow, channels: nullable(computed('_text')) };
export type ChangedRow = RowOf<typeof changedRow>;
/** `draft_id` is the draft this application replaces; the caller takes over its papers. */
const openedRow = { ...changedRow, draft_id: nullable(computed('uuid')) };
export type OpenedRow = RowOf<typeof openedRow>;

/** `fee_state()` answers because RLS hides payments from officers. */
const payment = `case when fee > 0 then fee_state(id) else 'none' end as payment`;
export const messageChannels = sql.raw(
  `case when party_id is null then message_channels(user_id, 'services') end as channels`,
);
const agency = `coalesce((select a.name from authorities a where a.id = authority_id), '') as agency`;
const person =
  'coalesce(case when party_id is not null then party_person(party_id) end, party_id, user_id) as person_id';
const { payment: _payment, person_id: _person, agency: _agency, ...ownColumns } = applicationRow;
const selected = (expressions: Record<string, string>) =>
  sql.raw(
    Object.keys(ownColumns)
      .map((name) => expressions[name] ?? name)
      .concat(person, expressions['payment'] ?? payment, agency)
      .join(', '),
  );
export const applicationColumns = selected({});
/** For lists without the answers: fifty long answers take longer to read than the page. */
export const listedColumns = selected({
  note: `''::text as note`,
  payload: `'{}'::jsonb as payload`,
  evidence: `'[]'::jsonb as evidence`,
});

export interface NewApplication {
  id: string;
  serviceId: string;
  serviceVersion: number;
  referenceNo: string;
  status: Status;
  result: Result;
  event: EventType;
  note: string;
  payload: string;
  /** For whom the person applies, as an applicant; null: for themselves. */
  party: string | null;
  fulfilment: 'auto' | 'manual';
  feeDueAt: Date;
  now: Date;
}

/**
 * Application, first event and deletion of the draft in one round trip. It copies the person's name, because RLS hides
 * users from officers. It inserts nothing when the cached service is stale.
 */
const insert = statement(
  'gov.applications.insert',
  openedRow,
  (p: NewApplication) => sql`
    with made as (
      insert into gov_applications (id, user_id, service_id, service_version, service_code, service_name, authority_id, reference_no, status,
        result, note, payload, applicant, filed_by, fulfilment, fee, payment_before, output_ref_type, sla_hours, tacit_allowed,
        signature_required, due_at, fee_due_at, decided_at, submitted_at)
      select ${p.id}, u.id, s.id, s.passport_version, s.code,
        jsonb_build_object('mn', s.name, 'en', coalesce(nullif(s.name_en, ''), s.name)),
        s.authority_id, ${p.referenceNo}, ${p.status}::text, ${p.result}, ${p.note}, ${p.payload}::jsonb,
        coalesce(${p.party}::jsonb, person.name || jsonb_build_object('civil_id', u.civil_id)),
        case when ${p.party}::jsonb is not null then person.name end,
        ${p.fulfilment}::text, s.fee, case when s.fee > 0 then s.payment_required_before else 'none' end,
        s.output_ref_type, s.sla_hours, s.tacit_approval, s.decision_signature,
        case when ${p.fulfilment} = 'manual' and s.sla_hours > 0 and (s.fee = 0 or s.payment_required_before <> 'review')
          then ${p.now}::timestamptz + make_interval(hours => s.sla_hours) end,
        case when s.fee > 0 and (${p.fulfilment} = 'auto' or s.payment_required_before = 'review')
          then ${p.feeDueAt}::timestamptz end,
        case when ${p.status} = 'completed' then ${p.now}::timestamptz end, ${p.now}::timestamptz
      from gov_services s, users u cross join lateral jsonb_build_object(
        'full_name', concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, '')),
        'full_name_en', concat_ws(' ', nullif(u.last_name_en, ''), nullif(u.first_name_en, ''))) as person (name)
      where s.id = ${p.serviceId} and s.version = ${p.serviceVersion} and s.enabled and s.lifecycle = 'active'
        and u.id = app_user_id()
      on conflict (reference_no) do nothing
      returning *
    ), noted as (
      insert into gov_application_events (application_id, user_id, party_id, actor_role, actor_id, to_status, type,
        created_at)
      select id, user_id, party_id, 'user', user_id, status, ${p.event}, submitted_at from made
    ), resumed as (
      delete from gov_drafts d using made where d.owner_id = made.owner_id and d.service_id = made.service_id
      returning d.id
    )
    select ${selected({ payment: "'none'::text as payment" })},
      ${messageChannels}, (select id from resumed) as draft_id
    from made`,
);
export const insertApplication = (tx: Tx, row: NewApplication): Promise<OpenedRow | undefined> =>
  tx.first(insert(row));

const byId = statement(
  'gov.applications.by_id',
  applicationRow,
  (p: { id: string }) => sql`select ${applicationColumns} from gov_applications where id = ${p.id}`,
);
/** Any application visible under RLS; endpoints for the owner use `findOwnApplication`. */
export const findApplication = (db: Reader | Tx, id: string): Promise<ApplicationRow | undefined> =>
  db.first(byId({ id }));

const own = statement(
  'gov.applications.own',
  applicationRow,
  (p: { id: string; owner: string }) => sql`
    select ${applicationColumns} from gov_applications where id = ${p.id} and owner_id = any(owners_of(${p.owner}))`,
);
export const findOwnApplication = (
  db: Reader | Tx,
  id: string,
  owner: string,
): Promise<ApplicationRow | undefined> => db.first(own({ id, owner }));

interface Own {
  status: Status | null;
  /** Part of the number or of the name of the service; an owner has few applications, so no index is needed. */
  words: string | null;
  serviceId: string | null;
  /** Only applications that are not finished. */
  isOpen: boolean;
}
const unfinished = sql.join([...openStatuses, 'approved' as const].map((status) => sql.lit(status)));
/** One short index scan per owner: a person also sees what others did in their name. */
const ofOwner = statement(
  'gov.applications.of_owner',
  applicationRow,
  (p: Own & { owner: string; at: string | null; seq: number | null; limit: number }) => sql`
    select ${applicationColumns} from unnest(owners_of(${p.owner})) as mine (owner) cross join lateral (
      select * from gov_applications
      where owner_id = mine.owner and (${p.status}::text is null or status = ${p.status})
        and (${p.words}::text is null or position(fold_words(${p.words}) in
          fold_words(concat_ws(' ', reference_no, service_name ->> 'mn', service_name ->> 'en'))) > 0)
        and (${p.serviceId}::uuid is null or service_id = ${p.serviceId})
        and (not ${p.isOpen}::boolean or status in (${unfinished}))
        and (${p.at}::timestamptz is null or (submitted_at, seq) < (${p.at}, ${p.seq}::bigint))
      order by submitted_at desc, seq desc limit ${p.limit}) as page
    order by submitted_at desc, seq desc limit ${p.limit}`,
);
const pageOfOwner = (
  owner: string,
  { status, words, serviceId, isOpen }: Own,
  { limit, before }: PageRequest,
): Statement<ApplicationRow> =>
  ofOwner({
    owner,
    status,
    words,
    serviceId,
    isOpen,
    at: before?.at ?? null,
    seq: before?.id ?? null,
    limit: limit + 1,
  });
export const listOwn = (
  db: Reader,
  owner: string,
  filter: PageRequest & Own,
): Promise<FoundPage<ApplicationRow>> => findPage(db, filter, (page) => pageOfOwner(owner, filter, page));
export const listRecent = (db: Reader, owner: string, most: number): Promise<ApplicationRow[]> =>
  db.run(
    pageOfOwner(
      owner,
      { status: null, words: null, serviceId: null, isOpen: false },
      { limit: most - 1, before: undefined },
    ),
  );

const eventRow = columnsOf(
  'gov_application_events',
  'id actor_role actor_name from_status to_status type detail changes created_at',
);
export type EventRow = RowOf<typeof eventRow>;
const timeline = statement(
  'gov.applications.timeline',
  eventRow,
  (p: { id: string }) => sql`
    select id, actor_role, actor_name, from_status, to_status, type, detail, changes, created_at
    from gov_application_events where application_id = ${p.id} order by seq limit 1000`,
);
export const listEvents = (db: Reader | Tx, id: string): Promise<EventRow[]> => db.run(timeline({ id }));

const note = statement(
  'gov.applications.note',
  (p: {
    id: string;
    user: string;
    party: string | null;
    actor: Transition['actor'];
    actor_id: string | null;
    status: Status;
    type: EventType;
    detail: string;
    now: Date;
  }) => sql`
    insert into gov_application_events (application_id, user_id, party_id, actor_role, actor_id, from_status, to_status,
      type, detail, created_at) values (${p.id}, ${p.user}, ${p.party}, ${p.actor}, ${p.actor_id}, ${p.status}::text, ${p.status}, ${p.type}, ${p.detail}, ${p.now})`,
);
/** An event without a state change. */
export const appendEvent = (
  tx: Tx,
  row: Pick<ApplicationRow, 'id' | 'user_id' | 'party_id' | 'status'>,
  event: { actor: Transition['actor']; actorId: string | null; type: EventType; detail: string; now: Date },
): Promise<number> =>
  tx.change(
    note({
      id: row.id,
      user: row.user_id,
      party: row.party_id,
      status: row.status,
      actor: event.actor,
      actor_id: event.actorId,
      type: event.type,
      detail: event.detail,
      now: event.now,
    }),
  );

const setReference = statement(
  'gov.applications.set_reference',
  (p: { reference: string; id: string }) => sql`
    update gov_applications set output_ref_id = ${p.reference} where id = ${p.id}`,
);
export const setOutputReference = (tx: Tx, id: string, referenceId: string): Promise<number> =>
  tx.change(setReference({ id, reference: referenceId }));

const postpone = statement(
  'gov.applications.postpone_issue',
  { ...applicationRow, ...columnsOf('gov_applications', 'issue_tries') },
  (p: { now: Date; id: string }) => sql`
    update gov_applications set issue_tries = issue_tries + 1,
      issue_after = ${p.now}::timestamptz + make_interval(mins => least(60, power(2, least(issue_tries, 6))::int))
    where id = ${p.id} and status in ('submitted', 'registered', 'in_review')
    returning ${applicationColumns}, issue_tries`,
);
/** Exponential backoff during a register outage: 1 minute, doubling to at most 60. */
export const postponeIssue = (
  tx: Tx,
  id: string,
  now: Date,
): Promise<(ApplicationRow & { issue_tries: number }) | undefined> => tx.first(postpone({ id, now }));

const setDeadline = statement(
  'gov.applications.start_clock',
  (p: { now: Date; id: string }) => sql`
    update gov_applications set due_at = ${p.now}::timestamptz + make_interval(hours => sla_hours)
    where id = ${p.id} and due_at is null and sla_hours > 0 and payment_before = 'review'
      and status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`,
);
/** Where review waits for the fee, the deadline starts with the payment. */
export const startClock = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(setDeadline({ id, now }));
