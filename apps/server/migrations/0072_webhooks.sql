-- Webhooks of applications: what happens to an application and its people is told to addresses that its owner chose.
-- The rows ask who owns the application, then act as the platform, so every policy admits the system identity alone.

create table webhook_subscriptions (
  id              uuid primary key,
  application_id  text not null references applications (id) on delete cascade,
  url             text not null check (length(url) between 1 and 500),
  description     text not null default '' check (length(description) <= 120),
  events          text[] not null check (cardinality(events) between 1 and 20),
  state           text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  -- Why the platform disabled it; null otherwise.
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  -- Circuit breaker, shared by all instances.
  failures        integer not null default 0,
  open_until      timestamptz(3),
  -- The first failure after the last delivery.
  failing_since   timestamptz(3),
  delivered_at    timestamptz(3),
  created_at      timestamptz(3) not null,
  check ((state = 'disabled') = (disabled_reason is not null))
);
create index webhook_subscriptions_of on webhook_subscriptions (application_id, created_at, id);

-- Two live side by side while one is replaced.
create table webhook_secrets (
  id              uuid primary key,
  subscription_id uuid not null references webhook_subscriptions (id) on delete cascade,
  sealed          text not null,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3)
);
create unique index webhook_secrets_one_current on webhook_secrets (subscription_id) where expires_at is null;
create index webhook_secrets_of on webhook_secrets (subscription_id);

-- Messages, written with the change that they tell. The body is the exact text that is signed and sent each time;
-- `next_at` of a message that is being sent is the end of its lease.
create table webhook_deliveries (
  id              uuid primary key,
  seq             bigint generated always as identity,
  subscription_id uuid not null references webhook_subscriptions (id) on delete cascade,
  event           text not null check (length(event) <= 64),
  body            text not null check (length(body) <= 20000),
  -- What a message tells that a job may find twice.
  about           text check (length(about) <= 120),
  state           text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts        integer not null default 0,
  -- Of the last attempt; null before it, and when there was no answer.
  status          integer,
  next_at         timestamptz(3) not null,
  created_at      timestamptz(3) not null,
  finished_at     timestamptz(3),
  unique (subscription_id, about)
);
create index webhook_deliveries_due on webhook_deliveries (subscription_id, next_at) where state = 'waiting';
create index webhook_deliveries_next on webhook_deliveries (next_at) where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (subscription_id, created_at desc, seq desc);
create index webhook_deliveries_failed on webhook_deliveries (subscription_id, created_at) where state = 'failed';
create index webhook_deliveries_age on webhook_deliveries (created_at);

create table webhook_attempts (
  id              bigint generated always as identity primary key,
  delivery_id     uuid not null references webhook_deliveries (id) on delete cascade,
  attempt         integer not null,
  at              timestamptz(3) not null,
  -- Null when there was no answer.
  status          integer,
  duration_ms     integer not null,
  request_headers jsonb not null,
  answer_headers  jsonb not null,
  answer          text not null default '' check (octet_length(answer) <= 1024),
  problem         text not null default '' check (length(problem) <= 200)
);
create index webhook_attempts_of on webhook_attempts (delivery_id, id);

do $$
declare
  name text;
begin
  foreach name in array array['webhook_subscriptions', 'webhook_secrets', 'webhook_deliveries', 'webhook_attempts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy %I on %I using (app_role() = ''system'')', name || '_platform', name);
    execute format('grant select, insert, delete on %I to tamga_app', name);
  end loop;
end
$$;
grant update (url, description, events, state, disabled_reason, failures, open_until, failing_since, delivered_at)
  on webhook_subscriptions to tamga_app;
grant update (sealed, expires_at) on webhook_secrets to tamga_app;
grant update (state, attempts, status, next_at, finished_at) on webhook_deliveries to tamga_app;

-- Queues one message for each subscription of the application to the event. As the owner, because it runs in the
-- transaction of the change, with the identity of the person who made it, who sees no subscription.
create function queue_webhooks(p_application text, p_event text, p_body text, p_about text, p_now timestamptz)
  returns void
  language sql security definer set search_path = tamga, pg_temp
  as $$
    insert into webhook_deliveries (id, subscription_id, event, body, about, next_at, created_at)
    select gen_random_uuid(), s.id, p_event, p_body, p_about, p_now, p_now from webhook_subscriptions s
    where s.application_id = p_application and p_event = any (s.events)
    on conflict (subscription_id, about) do nothing
  $$;
revoke all on function queue_webhooks(text, text, text, text, timestamptz) from public;
grant execute on function queue_webhooks(text, text, text, text, timestamptz) to tamga_app;
