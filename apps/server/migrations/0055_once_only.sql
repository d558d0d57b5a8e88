-- The once-only principle: what an agency answered about a person, with that person's agreement, for one service.

-- Requests on behalf of one person: the relay keeps digests and receipts of the answer, and shows no content.
alter table relay_requests add column confidential boolean not null default false;

create table gov_facts (
  id               uuid primary key,
  seq              bigint generated always as identity,
  user_id          uuid not null references users (id),
  service_id       uuid not null references gov_services (id),
  -- The draft that it was asked for; the row outlives it as the record of the agreement.
  draft_id         uuid not null,
  application_id   uuid references gov_applications (id),
  slot             text not null check (slot ~ '^[a-z][a-z0-9_]{0,63}$'),
  evidence_code    text not null check (length(evidence_code) between 1 and 64),
  evidence_name    jsonb not null,
  -- The agency that holds the data, as the person read it when they agreed.
  agency           jsonb not null,
  exchange_code    text not null check (length(exchange_code) between 1 and 120),
  state            text not null check (state in ('asked', 'answered', 'accepted', 'used', 'refused', 'withdrawn', 'failed', 'expired')),
  failure          text not null default '' check (failure in ('', 'agency_refused', 'other_person', 'unreadable')),
  -- The only copy of the answer; erased when it is refused or expires.
  content          jsonb,
  agreed_at        timestamptz(3) not null,
  due_at           timestamptz(3) not null,
  expires_at       timestamptz(3) not null,
  answered_at      timestamptz(3),
  decided_at       timestamptz(3),
  -- Provenance: the request of the relay, who answered, and digests of the message and of its receipt.
  relay_request_id uuid not null unique,
  platform_code    text check (length(platform_code) <= 120),
  answer_digest    text check (answer_digest ~ '^[0-9a-f]{64}$'),
  receipt_digest   text check (receipt_digest ~ '^[0-9a-f]{64}$'),
  check ((content is not null) = (state in ('answered', 'accepted', 'used'))),
  check ((application_id is not null) = (state = 'used')),
  check ((failure <> '') = (state = 'failed'))
);
-- One open question per paper: a second press, or a second tab, asks nobody twice.
create unique index gov_facts_open on gov_facts (user_id, service_id, slot) where state in ('asked', 'answered', 'accepted');
create index gov_facts_person on gov_facts (user_id, agreed_at);
create index gov_facts_draft on gov_facts (draft_id);
create index gov_facts_application on gov_facts (application_id) where application_id is not null;
create index gov_facts_due on gov_facts (expires_at) where state in ('asked', 'answered', 'accepted');
create index gov_facts_service on gov_facts (service_id);

alter table gov_facts enable row level security;
-- An officer sees an answer with the case: the subselect is itself under a policy.
create policy gov_facts_read on gov_facts for select
  using (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));
create policy gov_facts_ask on gov_facts for insert with check (app_role() = 'system');
create policy gov_facts_change on gov_facts for update
  using ((user_id = app_user_id() and app_role() <> 'officer') or app_role() = 'system');

grant select on gov_facts to tamga_app;
grant insert (id, user_id, service_id, draft_id, slot, evidence_code, evidence_name, agency, exchange_code, state, agreed_at,
  due_at, expires_at, relay_request_id) on gov_facts to tamga_app;
grant update (state, failure, content, application_id, answered_at, decided_at, platform_code, answer_digest, receipt_digest)
  on gov_facts to tamga_app;
