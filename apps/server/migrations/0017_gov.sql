-- What may be applied for: the projection of a published passport. Written by publishing and archiving alone.
create table gov_services (
  id                      uuid primary key default gen_random_uuid(),
  passport_id             uuid not null unique,
  -- Counts projections: a form that was checked by one version is not taken for another's.
  version                 integer not null default 1,
  code                    text not null unique check (length(code) between 2 and 64),
  name                    text not null check (length(name) between 1 and 300),
  name_en                 text not null default '' check (length(name_en) <= 300),
  category                text not null default '',
  agency                  text not null,
  description             text not null default '',
  fee                     bigint not null default 0 check (fee between 0 and 1000000000000),
  processing_days         integer not null default 0,
  processing_time         text not null default '',
  cofog_code              text not null default '',
  cofog_label             text not null default '',
  main_activity           text not null default '',
  sdg_code                text not null default '',
  output_type             text not null default '',
  output_ref_type         text not null default '' check (length(output_ref_type) <= 64),
  evidence                text[] not null default '{}',
  legal_basis             text not null default '',
  assurance_level         text not null check (assurance_level in ('low', 'substantial', 'high')),
  lifecycle               text not null default 'active' check (lifecycle in ('active', 'deprecated', 'withdrawn')),
  fulfilment              text not null check (fulfilment in ('auto', 'manual')),
  has_discretion          boolean not null default false,
  has_assessment          boolean not null default false,
  sla_hours               integer not null default 0 check (sla_hours between 0 and 8760),
  tacit_approval          boolean not null default false,
  life_events             jsonb not null default '[]',
  online                  boolean not null default false,
  enabled                 boolean not null default true,
  -- Not jsonb, which would forget the order in which the questions are asked.
  form                    json,
  payment_required_before text not null default 'issue' check (payment_required_before in ('review', 'issue', 'none')),
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3)
);
comment on table gov_services is 'shared: the public catalogue of services';

-- What was applied for is kept as it was then: whoever decides may not read the person's own record, and a service
-- that changes later does not change what was promised.
create table gov_applications (
  id              uuid primary key,
  seq             bigint generated always as identity,
  user_id         uuid not null references users (id),
  -- No reference in the sense of SQL: services are never deleted, and all who apply for a popular one at the same
  -- moment would lock its one row.
  service_id      uuid,
  service_code    text not null,
  service_name    jsonb not null,
  reference_no    text not null unique check (reference_no ~ '^APP-\d{4}-\d{6,9}$'),
  status          text not null check (status in ('submitted', 'registered', 'in_review', 'info_required', 'approved',
                    'rejected', 'completed', 'cancelled', 'expired')),
  result          text not null default '' check (result in ('', 'granted', 'refused', 'withdrawn', 'not_admissible',
                    'processed')),
  note            text not null default '' check (length(note) <= 2000),
  payload         jsonb not null default '{}',
  evidence        jsonb not null default '[]',
  decision_note   text not null default '' check (length(decision_note) <= 2000),
  applicant       jsonb not null,
  fulfilment      text not null check (fulfilment in ('auto', 'manual')),
  fee             bigint not null default 0,
  -- What waits for the fee; 'none' where there is none to wait for.
  payment_before  text not null check (payment_before in ('review', 'issue', 'none')),
  output_ref_type text not null default '',
  sla_hours       integer not null default 0,
  tacit_allowed   boolean not null default false,
  due_at          timestamptz(3),
  -- The queue's order without a null in it, so that a page can begin after any row.
  due_order       timestamptz generated always as (coalesce(due_at, 'infinity'::timestamptz)) stored,
  sla_breached    boolean not null default false,
  suspended_at    timestamptz(3),
  assigned_to     uuid,
  assigned_at     timestamptz(3),
  decided_by      uuid,
  decided_at      timestamptz(3),
  tacit           boolean not null default false,
  output_ref_id   uuid,
  submitted_at    timestamptz(3) not null,
  updated_at      timestamptz(3)
);
create index gov_applications_of_person on gov_applications (user_id, submitted_at desc, seq desc);
-- The desk's first page reads the first rows of one of these and stops, however many rows there are.
create index gov_applications_open on gov_applications (due_order, submitted_at, id)
  where fulfilment = 'manual' and status in ('submitted', 'registered', 'in_review', 'info_required');
create index gov_applications_held on gov_applications (assigned_to, due_order, submitted_at, id)
  where assigned_to is not null and fulfilment = 'manual'
    and status in ('submitted', 'registered', 'in_review', 'info_required');
create index gov_applications_status on gov_applications (status, due_order, submitted_at, id)
  where fulfilment = 'manual';
-- What the clock may still do, beside deadlines, which are found by the order of the desk.
create index gov_applications_tacit on gov_applications (due_at)
  where tacit_allowed and status in ('registered', 'in_review');
create index gov_applications_waiting on gov_applications (suspended_at) where status = 'info_required';
alter table gov_applications enable row level security;
create policy gov_applications_read on gov_applications for select
  using (user_id = app_user_id() or app_role() in ('officer', 'system'));
create policy gov_applications_apply on gov_applications for insert
  with check ((user_id = app_user_id() and app_role() <> 'officer') or app_role() = 'system');
-- Nobody decides on their own application, whatever the code above believes.
create policy gov_applications_move on gov_applications for update
  using (case app_role()
    when 'system' then true
    when 'officer' then user_id <> app_user_id()
    else user_id = app_user_id() end);

create table gov_application_events (
  id             uuid not null default gen_random_uuid(),
  seq            bigint generated always as identity,
  application_id uuid not null references gov_applications (id),
  -- The applicant, as the application says: here for the policies alone.
  user_id        uuid not null,
  actor_role     text not null check (actor_role in ('user', 'officer', 'system')),
  actor_id       uuid,
  from_status    text not null default '',
  to_status      text not null,
  type           text not null check (type in ('created', 'auto_fulfilled', 'assigned', 'info_requested',
                   'info_provided', 'info_note', 'decided', 'delivered', 'cancelled', 'sla_breached', 'tacit_approved',
                   'expired')),
  detail         text not null default '' check (length(detail) <= 2000),
  created_at     timestamptz(3) not null,
  primary key (application_id, seq)
);
alter table gov_application_events enable row level security;
create policy gov_application_events_read on gov_application_events for select
  using (user_id = app_user_id() or app_role() in ('officer', 'system'));
create policy gov_application_events_append on gov_application_events for insert
  with check (user_id = app_user_id() or app_role() in ('officer', 'system'));

-- An unfinished application, one per person and service.
create table gov_drafts (
  user_id    uuid not null references users (id),
  service_id uuid not null references gov_services (id),
  note       text not null default '' check (length(note) <= 2000),
  payload    jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, service_id)
);
create index gov_drafts_service on gov_drafts (service_id);
alter table gov_drafts enable row level security;
create policy gov_drafts_own on gov_drafts using (user_id = app_user_id() or app_role() = 'system');

-- Papers that belong to an application. The row comes before the bytes and goes after them, so that bytes nobody
-- knows of cannot exist; what is 'arriving' too long or 'removed' is swept.
create table gov_files (
  id             uuid primary key,
  application_id uuid not null references gov_applications (id),
  user_id        uuid not null references users (id),
  name           text not null check (length(name) between 1 and 200),
  type           text not null default '' check (type in ('', 'application/pdf', 'image/png', 'image/jpeg')),
  size_bytes     bigint not null default 0,
  sha256         text not null default '',
  state          text not null default 'arriving' check (state in ('arriving', 'kept', 'removed')),
  created_at     timestamptz(3) not null
);
create index gov_files_of on gov_files (application_id, created_at, id) where state = 'kept';
create index gov_files_unsettled on gov_files (created_at) where state <> 'kept';
alter table gov_files enable row level security;
create policy gov_files_read on gov_files for select
  using (user_id = app_user_id() or app_role() in ('officer', 'system'));
create policy gov_files_add on gov_files for insert
  with check ((user_id = app_user_id() and app_role() <> 'officer') or app_role() = 'system');
create policy gov_files_change on gov_files for update
  using ((user_id = app_user_id() and app_role() <> 'officer') or app_role() = 'system');
create policy gov_files_sweep on gov_files for delete using (app_role() = 'system');

-- Who was given demonstration rows; they are given once.
create table gov_demo_seeds (
  user_id   uuid primary key references users (id),
  seeded_at timestamptz not null
);
alter table gov_demo_seeds enable row level security;
create policy gov_demo_seeds_platform on gov_demo_seeds using (app_role() = 'system');

grant select, insert on gov_services to tamga_app;
grant update (version, code, name, name_en, category, agency, description, fee, processing_days, processing_time,
  cofog_code, cofog_label, main_activity, sdg_code, output_type, output_ref_type, evidence, legal_basis,
  assurance_level, lifecycle, fulfilment, has_discretion, has_assessment, sla_hours, tacit_approval, life_events,
  online, enabled, form, payment_required_before, updated_at) on gov_services to tamga_app;
grant select, insert on gov_applications to tamga_app;
grant update (status, result, payload, evidence, decision_note, due_at, sla_breached, suspended_at, assigned_to,
  assigned_at, decided_by, decided_at, tacit, output_ref_id, updated_at) on gov_applications to tamga_app;
grant select, insert on gov_application_events to tamga_app;
grant select, insert, update, delete on gov_drafts to tamga_app;
grant select, insert, delete on gov_files to tamga_app;
grant update (type, size_bytes, sha256, state) on gov_files to tamga_app;
grant select, insert on gov_demo_seeds to tamga_app;
