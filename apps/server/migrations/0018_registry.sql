-- What a country does for people, described once: service passports (CPSV-AP 3.2), the evidences they ask for and the
-- events of a life they belong to. Citizens see what was published, never what is being written.
create table registry_life_events (
  id          uuid primary key default gen_random_uuid(),
  code        text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,63}$'),
  name        text not null check (length(name) between 1 and 300),
  kind        text not null check (kind in ('life', 'business')),
  description text not null check (length(description) <= 4000),
  lead_agency text not null check (length(lead_agency) <= 300),
  eu_code     text not null check (length(eu_code) <= 32),
  en_label    text not null check (length(en_label) <= 300),
  sort_order  integer not null,
  created_at  timestamptz(3) not null
);
comment on table registry_life_events is 'shared: shown to everybody; the rows that write it ask for registry.manage';

create table registry_evidences (
  id                uuid primary key default gen_random_uuid(),
  code              text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,63}$'),
  name              text not null check (length(name) between 1 and 300),
  description       text not null check (length(description) <= 4000),
  holder_agency     text not null check (length(holder_agency) <= 300),
  source_system     text not null check (length(source_system) <= 300),
  in_khur           boolean not null,
  khur_service_code text not null check (length(khur_service_code) <= 120),
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3),
  check (not in_khur or khur_service_code <> '')
);
comment on table registry_evidences is 'shared: kinds of documents, nothing of a person; the rows that write it ask for registry.manage';

create table registry_services (
  id                      uuid primary key default gen_random_uuid(),
  code                    text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,63}$'),
  name                    text not null check (length(name) between 1 and 300),
  name_en                 text not null check (length(name_en) <= 300),
  description             text not null check (length(description) <= 4000),
  description_en          text not null check (length(description_en) <= 4000),
  legal_basis             text not null check (length(legal_basis) <= 4000),
  authority               text not null check (length(authority) between 1 and 300),
  authority_org_id        uuid,
  target_group            text not null check (length(target_group) <= 300),
  output                  text not null check (length(output) <= 300),
  keywords                text[] not null,
  channels                text[] not null,
  fee                     bigint not null check (fee between 0 and 1000000000000),
  max_days                integer not null check (max_days between 0 and 3650),
  steps_count             integer not null check (steps_count between 0 and 500),
  annual_volume           integer not null check (annual_volume between 0 and 100000000),
  proactivity             text not null check (proactivity in ('information', 'online', 'once_only', 'proactive')),
  status                  text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  life_event_id           uuid references registry_life_events (id) on delete set null,
  category                text not null check (length(category) <= 120),
  cofog_code              text not null check (length(cofog_code) <= 32),
  cofog_label             text not null check (length(cofog_label) <= 200),
  main_activity           text not null check (length(main_activity) <= 200),
  sdg_code                text not null check (length(sdg_code) <= 32),
  processing_time         text not null check (length(processing_time) <= 64),
  output_type             text not null check (length(output_type) <= 40),
  output_ref_type         text not null check (length(output_ref_type) <= 64),
  assurance_level         text not null check (assurance_level in ('low', 'substantial', 'high')),
  fulfilment              text not null check (fulfilment in ('auto', 'manual')),
  has_discretion          boolean not null,
  has_assessment          boolean not null,
  sla_hours               integer not null check (sla_hours between 0 and 8760),
  tacit_approval          boolean not null,
  online                  boolean not null,
  payment_required_before text not null check (payment_required_before in ('review', 'issue', 'none')),
  -- As text and not as jsonb, which would put the fields of a form in an order of its own.
  form                    json,
  version                 integer not null default 0,
  published_at            timestamptz(3),
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3),
  -- What somebody must weigh or assess is never decided by a machine.
  constraint registry_services_automation check (fulfilment = 'manual' or not (has_discretion or has_assessment)),
  constraint registry_services_clock check (fulfilment = 'manual' or sla_hours = 0),
  constraint registry_services_published check ((status <> 'published') or version > 0)
);
create index registry_services_event on registry_services (life_event_id);
comment on table registry_services is 'shared: service passports, nothing of a person; the rows that write it ask for registry.manage';

create table registry_service_events (
  service_id    uuid not null references registry_services (id) on delete cascade,
  life_event_id uuid not null references registry_life_events (id) on delete cascade,
  primary key (service_id, life_event_id)
);
create index registry_service_events_event on registry_service_events (life_event_id);
comment on table registry_service_events is 'shared: which service belongs to which event; written with its passport';

create table registry_service_evidences (
  service_id   uuid not null references registry_services (id) on delete cascade,
  evidence_id  uuid not null references registry_evidences (id),
  position     integer not null,
  required     boolean not null,
  from_citizen boolean not null,
  note         text not null check (length(note) <= 4000),
  primary key (service_id, evidence_id)
);
create index registry_service_evidences_evidence on registry_service_evidences (evidence_id);
comment on table registry_service_evidences is 'shared: which service asks for which evidence; written with its passport';

-- What was published, as it was. Never changed; the newest is what the catalogue shows.
create table registry_versions (
  id              uuid primary key default gen_random_uuid(),
  service_id      uuid not null references registry_services (id) on delete cascade,
  version         integer not null check (version > 0),
  snapshot        json not null,
  change_note     text not null check (length(change_note) <= 4000),
  is_baseline     boolean not null,
  steps_count     integer not null,
  documents_count integer not null,
  max_days        integer not null,
  fee             bigint not null,
  delta_steps     integer not null,
  delta_documents integer not null,
  delta_days      integer not null,
  delta_fee       bigint not null,
  published_at    timestamptz(3) not null,
  published_by    uuid,
  unique (service_id, version)
);
create unique index registry_versions_baseline on registry_versions (service_id) where is_baseline;
comment on table registry_versions is 'shared: published passports, nothing of a person; written by publishing alone';

grant select, insert, delete on registry_life_events, registry_evidences, registry_services to tamga_app;
-- Locked while a passport is linked to it, and a lock asks for a right to change something.
grant update (sort_order) on registry_life_events to tamga_app;
grant update (name, description, holder_agency, source_system, in_khur, khur_service_code, updated_at)
  on registry_evidences to tamga_app;
-- The code of a passport is its name in the world: nothing may change it.
grant update (name, name_en, description, description_en, legal_basis, authority, authority_org_id, target_group,
    output, keywords, channels, fee, max_days, steps_count, annual_volume, proactivity, status, life_event_id, category,
    cofog_code, cofog_label, main_activity, sdg_code, processing_time, output_type, output_ref_type, assurance_level,
    fulfilment, has_discretion, has_assessment, sla_hours, tacit_approval, online, payment_required_before, form,
    version, published_at, updated_at)
  on registry_services to tamga_app;
grant select, insert, delete on registry_service_events, registry_service_evidences to tamga_app;
grant select, insert on registry_versions to tamga_app;
