-- Requests that agencies send one another. Rows belong to the platform: the permissions relay.view and relay.manage
-- decide, so every policy admits the system identity alone.

create table relay_platforms (
  id                 uuid primary key,
  code               text not null unique check (length(code) between 1 and 120),
  name               text not null check (length(name) between 1 and 300),
  direction          text not null check (direction in ('upstream', 'downstream')),
  endpoint_url       text not null default '' check (length(endpoint_url) <= 500),
  supervisor_contact text not null default '' check (length(supervisor_contact) <= 300),
  enabled            boolean not null,
  -- How messages to it are signed; inbound messages may use either form.
  signature          text not null default 'relay' check (signature in ('relay', 'standard', 'standard_ed25519')),
  -- The Ed25519 key that it signs messages with (whpk_…), where it has one.
  public_key         text not null default '' check (length(public_key) <= 200),
  -- The keys of its receipts, as it publishes them.
  receipt_keys       jsonb,
  paused_at          timestamptz(3),
  -- Circuit breaker, shared by all instances.
  failures           integer not null default 0,
  open_until         timestamptz(3),
  ill_since          timestamptz(3),
  recovered_at       timestamptz(3),
  delivered_at       timestamptz(3),
  created_at         timestamptz(3) not null
);

-- Several secrets live side by side while one is replaced.
create table relay_secrets (
  id          uuid primary key,
  platform_id uuid not null references relay_platforms (id) on delete cascade,
  sealed      text not null,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3)
);
create index relay_secrets_of on relay_secrets (platform_id, created_at);

create table relay_routes (
  id                   uuid primary key,
  service_code         text not null check (length(service_code) between 1 and 120),
  platform_id          uuid not null references relay_platforms (id) on delete cascade,
  sla_minutes          integer not null check (sla_minutes between 1 and 525600),
  -- Takes over when the first platform does not answer in time.
  fallback_platform_id uuid references relay_platforms (id) on delete set null,
  created_at           timestamptz(3) not null,
  unique (service_code, platform_id),
  check (fallback_platform_id <> platform_id)
);
create index relay_routes_platform on relay_routes (platform_id);
create index relay_routes_fallback on relay_routes (fallback_platform_id) where fallback_platform_id is not null;

create table relay_requests (
  id                   uuid primary key,
  seq                  bigint generated always as identity,
  source_platform      text not null default '' check (length(source_platform) <= 120),
  external_ref         text not null default '' check (length(external_ref) <= 120),
  service_code         text not null check (length(service_code) between 1 and 120),
  title                text not null default '' check (length(title) <= 300),
  payload              jsonb,
  priority             text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  -- The assignment that this request is at its source, named in the answer.
  source_assignment_id text check (length(source_assignment_id) <= 64),
  content_digest       text not null check (content_digest ~ '^[0-9a-f]{64}$'),
  received_at          timestamptz(3) not null,
  due_at               timestamptz(3) not null,
  status               text not null check (status in ('received', 'dispatched', 'in_progress', 'overdue', 'fulfilled', 'rejected')),
  result               jsonb,
  fulfilled_at         timestamptz(3),
  breach_notified      boolean not null default false
);
create unique index relay_requests_once on relay_requests (source_platform, external_ref, service_code)
  where external_ref <> '' and source_platform <> '';
create index relay_requests_newest on relay_requests (received_at desc, seq desc);
create index relay_requests_status on relay_requests (status, received_at desc, seq desc);
create index relay_requests_open on relay_requests (due_at)
  where status in ('received', 'dispatched', 'in_progress', 'overdue');

create table relay_assignments (
  id             uuid primary key,
  request_id     uuid not null references relay_requests (id) on delete cascade,
  platform_id    uuid not null references relay_platforms (id) on delete cascade,
  -- Assignments of one route share a number: an answer of the platform that took over settles both.
  slot           integer not null,
  fallback_platform_id uuid references relay_platforms (id) on delete set null,
  sla_minutes    integer not null,
  status         text not null default 'pending'
    check (status in ('pending', 'acknowledged', 'in_progress', 'overdue', 'done', 'rejected')),
  due_at         timestamptz(3) not null,
  dispatched_at  timestamptz(3),
  responded_at   timestamptz(3),
  result         jsonb,
  reminders_sent integer not null default 0 check (reminders_sent between 0 and 2),
  escalated      boolean not null default false,
  rerouted       boolean not null default false,
  created_at     timestamptz(3) not null
);
create index relay_assignments_request on relay_assignments (request_id, slot, created_at);
create index relay_assignments_platform on relay_assignments (platform_id, created_at);
create index relay_assignments_open on relay_assignments (due_at)
  where status in ('pending', 'acknowledged', 'in_progress', 'overdue');

create table relay_events (
  id            bigint generated always as identity primary key,
  request_id    uuid not null references relay_requests (id) on delete cascade,
  assignment_id uuid,
  type          text not null check (type in ('received', 'dispatched', 'reminded', 'overdue', 'escalated',
    'breach_notified', 'responded', 'fulfilled', 'forwarded_up', 'rejected', 'rerouted')),
  detail        text not null default '' check (length(detail) <= 500),
  created_at    timestamptz(3) not null
);
create index relay_events_request on relay_events (request_id, id);
create index relay_events_newest on relay_events (created_at desc, id desc);

-- Messages to other platforms, written with the change that they tell. The body is the exact text that is signed and
-- sent each time; `next_at` of a message that is being sent is the end of its lease.
create table relay_deliveries (
  id            uuid primary key,
  platform_id   uuid not null references relay_platforms (id) on delete cascade,
  request_id    uuid not null references relay_requests (id) on delete cascade,
  assignment_id uuid,
  event         text not null,
  body          text not null,
  digest        text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- `sent_at` of earlier versions of the body: receivers refuse a message that was written a day ago.
  earlier_sent  text[] not null default '{}',
  state         text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  attempts      integer not null default 0,
  next_at       timestamptz(3) not null,
  -- Given by the receiver; null until then.
  receipt       text check (length(receipt) <= 4096),
  receipt_valid boolean,
  created_at    timestamptz(3) not null,
  finished_at   timestamptz(3)
);
create index relay_deliveries_due on relay_deliveries (platform_id, next_at) where state = 'waiting';
create index relay_deliveries_dead on relay_deliveries (finished_at desc, id) where state = 'dead';
create index relay_deliveries_request on relay_deliveries (request_id, created_at);

create table relay_attempts (
  id          bigint generated always as identity primary key,
  delivery_id uuid not null references relay_deliveries (id) on delete cascade,
  attempt     integer not null,
  at          timestamptz(3) not null,
  -- Null when there was no answer.
  status      integer,
  duration_ms integer not null,
  answer      text not null default '' check (length(answer) <= 500),
  problem     text not null default '' check (length(problem) <= 200)
);
create index relay_attempts_of on relay_attempts (delivery_id, id);

-- Messages from other platforms, by the id that their sender gave them: the same id gets the first answer again.
create table relay_inbox (
  platform_id   uuid not null references relay_platforms (id) on delete cascade,
  message_id    text not null check (length(message_id) between 1 and 200),
  request_id    uuid references relay_requests (id) on delete cascade,
  assignment_id uuid,
  event         text not null,
  body          text not null,
  digest        text not null check (digest ~ '^[0-9a-f]{64}$'),
  status        integer not null,
  answer        text not null,
  receipt       text not null,
  received_at   timestamptz(3) not null,
  primary key (platform_id, message_id)
);
-- A signature of the specified form covers the body alone, so a replay under another id is recognised by its digest.
create index relay_inbox_digest on relay_inbox (platform_id, digest);
create index relay_inbox_request on relay_inbox (request_id, received_at);
create index relay_inbox_age on relay_inbox (received_at);

-- The Ed25519 keys that sign receipts and messages; old ones stay published, because receipts outlive them.
create table relay_keys (
  id         text primary key,
  sealed     text not null,
  public_jwk jsonb not null,
  created_at timestamptz(3) not null
);

do $$
declare
  name text;
begin
  foreach name in array array['relay_platforms', 'relay_secrets', 'relay_routes', 'relay_requests', 'relay_assignments',
    'relay_events', 'relay_deliveries', 'relay_attempts', 'relay_inbox', 'relay_keys'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy %I on %I using (app_role() = ''system'')', name || '_platform', name);
    execute format('grant select, insert, delete on %I to tamga_app', name);
  end loop;
end
$$;
grant update (name, endpoint_url, supervisor_contact, enabled, signature, public_key, receipt_keys, paused_at, failures,
  open_until, ill_since, recovered_at, delivered_at) on relay_platforms to tamga_app;
grant update (sealed, expires_at) on relay_secrets to tamga_app;
grant update (status, result, fulfilled_at, breach_notified, due_at) on relay_requests to tamga_app;
grant update (status, dispatched_at, responded_at, result, reminders_sent, escalated, rerouted) on relay_assignments to tamga_app;
grant update (body, digest, earlier_sent, state, attempts, next_at, receipt, receipt_valid, finished_at) on relay_deliveries to tamga_app;
grant update (sealed) on relay_keys to tamga_app;
