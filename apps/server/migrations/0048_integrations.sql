-- A person's grant at an outside provider. The tokens are sealed; `renewing_until` is the lease of the one call that may
-- use the refresh token. `generation` counts the tokens, because resealing changes their text.
create table integrations (
  id             uuid primary key,
  user_id        uuid not null references users (id),
  provider       text not null check (provider in ('google-drive', 'dropbox', 'google-meet')),
  status         text not null default 'connected' check (status in ('connected', 'reconnect')),
  sealed_tokens  text not null,
  expires_at     timestamptz(3),
  generation     bigint not null default 1,
  renewing_until timestamptz(3),
  connected_at   timestamptz(3) not null,
  unique (user_id, provider)
);
alter table integrations enable row level security;
create policy integrations_own on integrations using (user_id = app_user_id() or app_role() = 'system');

-- A person on the way to a provider and back, found by the hash of the state that their browser carries.
create table integration_flows (
  state_hash   text primary key,
  binding_hash text not null,
  user_id      uuid not null references users (id),
  provider     text not null check (provider in ('google-drive', 'dropbox', 'google-meet')),
  sealed       text not null,
  expires_at   timestamptz(3) not null
);
create index integration_flows_expiry on integration_flows (expires_at);
create index integration_flows_user on integration_flows (user_id);
alter table integration_flows enable row level security;
create policy integration_flows_own on integration_flows using (user_id = app_user_id() or app_role() = 'system');

-- Tokens of removed connections until the provider has confirmed that they are revoked.
create table integration_revocations (
  id            uuid primary key,
  user_id       uuid not null references users (id),
  provider      text not null check (provider in ('google-drive', 'dropbox', 'google-meet')),
  sealed_tokens text not null,
  attempts      int not null default 0,
  next_at       timestamptz(3) not null,
  created_at    timestamptz(3) not null
);
create index integration_revocations_due on integration_revocations (next_at);
create index integration_revocations_user on integration_revocations (user_id);
alter table integration_revocations enable row level security;
create policy integration_revocations_read on integration_revocations for select using (app_role() = 'system');
create policy integration_revocations_add on integration_revocations for insert
  with check (user_id = app_user_id() or app_role() = 'system');
create policy integration_revocations_change on integration_revocations for update using (app_role() = 'system');
create policy integration_revocations_remove on integration_revocations for delete using (app_role() = 'system');

grant select, insert, delete on integrations, integration_flows, integration_revocations to tamga_app;
grant update (status, sealed_tokens, expires_at, generation, renewing_until, connected_at) on integrations to tamga_app;
grant update (sealed) on integration_flows to tamga_app;
grant update (sealed_tokens, attempts, next_at) on integration_revocations to tamga_app;
