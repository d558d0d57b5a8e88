-- An application is one OAuth client: what it is, where its people return to, what it may ask for.
create table applications (
  id                        text primary key check (id ~ '^[A-Za-z0-9._-]{3,64}$'),
  name                      text not null check (length(name) between 1 and 128),
  type                      text not null check (type in ('web', 'spa', 'native', 'm2m')),
  auth_method               text not null
    check (auth_method in ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none')),
  grant_types               text[] not null check (cardinality(grant_types) between 1 and 3),
  -- Its own scopes; those of granted services, and nationalid where approved, are added when it is read.
  scopes                    text[] not null default '{}' check (cardinality(scopes) <= 20),
  redirect_uris             text[] not null default '{}' check (cardinality(redirect_uris) <= 50),
  post_logout_redirect_uris text[] not null default '{}' check (cardinality(post_logout_redirect_uris) <= 50),
  tags                      text[] not null default '{}' check (cardinality(tags) <= 40),
  enabled                   boolean not null default true,
  options                   jsonb not null default '{}' check (pg_column_size(options) <= 65536),
  limit_per_minute          integer not null default 600 check (limit_per_minute between 1 and 1000000),
  limit_burst               integer not null default 100 check (limit_burst between 1 and 1000000),
  daily_quota               bigint check (daily_quota between 0 and 1000000000000),
  -- Null when it was made with an admin API key.
  created_by                uuid references users (id),
  created_at                timestamptz(3) not null,
  updated_at                timestamptz(3),
  -- Without a secret or a key of its own nobody can act for it by itself.
  check (auth_method <> 'none' or not ('client_credentials' = any (grant_types)))
);
create index applications_created_by on applications (created_by);

-- At most two live secrets: the one in use, and during a rotation the one that ends.
create table application_secrets (
  id             uuid primary key default gen_random_uuid(),
  application_id text not null references applications (id) on delete cascade,
  -- SHA-256 of the secret, sealed with the keyring: a copy of the database cannot even test a guess.
  sealed_hash    text not null,
  created_at     timestamptz(3) not null,
  expires_at     timestamptz(3)
);
create unique index application_secrets_one_current on application_secrets (application_id) where expires_at is null;
create unique index application_secrets_one_ending on application_secrets (application_id)
  where expires_at is not null;

-- What an application is granted, and what /gw/{name} leads to.
create table gateway_services (
  id                 uuid primary key default gen_random_uuid(),
  name               text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{1,79}$'),
  -- Made of the name at creation and kept through a change of name: tokens and consents hold it.
  scope              text not null unique,
  protocol           text not null check (protocol in ('http', 'https')),
  host               text not null check (length(host) between 1 and 255),
  port               integer not null check (port between 1 and 65535),
  path               text not null default '/' check (length(path) between 1 and 255),
  retries            integer not null default 0 check (retries between 0 and 10),
  connect_timeout_ms integer not null default 60000 check (connect_timeout_ms between 100 and 600000),
  tags               text[] not null default '{}' check (cardinality(tags) <= 40),
  enabled            boolean not null default true,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3)
);
create unique index gateway_services_name on gateway_services (lower(name));

create table application_services (
  application_id text not null references applications (id) on delete cascade,
  service_id     uuid not null references gateway_services (id) on delete cascade,
  granted_at     timestamptz(3) not null,
  primary key (application_id, service_id)
);
create index application_services_service on application_services (service_id);

create table admin_keys (
  id           uuid primary key default gen_random_uuid(),
  name         text not null check (length(name) between 1 and 128),
  -- The beginning of the key, so that people can tell one from another.
  display      text not null check (length(display) <= 32),
  sealed_hash  text not null,
  created_at   timestamptz(3) not null,
  last_used_at timestamptz(3)
);

-- Whoever holds gateway.manage may have a role of the operator's own making, which the database knows as an ordinary
-- person: the rows ask for the permission and then act as the platform. Nobody else sees a line of these tables.
alter table applications enable row level security;
create policy applications_platform on applications using (app_role() = 'system');
alter table application_secrets enable row level security;
create policy application_secrets_platform on application_secrets using (app_role() = 'system');
alter table gateway_services enable row level security;
create policy gateway_services_platform on gateway_services using (app_role() = 'system');
alter table application_services enable row level security;
create policy application_services_platform on application_services using (app_role() = 'system');
alter table admin_keys enable row level security;
create policy admin_keys_platform on admin_keys using (app_role() = 'system');

grant select, insert, delete on applications, gateway_services, application_services, admin_keys, application_secrets
  to tamga_app;
grant update (name, type, auth_method, grant_types, scopes, redirect_uris, post_logout_redirect_uris, tags, enabled,
  options, limit_per_minute, limit_burst, daily_quota, updated_at) on applications to tamga_app;
grant update (sealed_hash, expires_at) on application_secrets to tamga_app;
grant update (name, protocol, host, port, path, retries, connect_timeout_ms, tags, enabled, updated_at)
  on gateway_services to tamga_app;
grant update (sealed_hash, last_used_at) on admin_keys to tamga_app;

-- The platform's own surfaces, granted and switched off like any other. `.internal` is a name that nothing public
-- answers to: they are reached at their own paths, never through /gw.
insert into gateway_services (name, scope, protocol, host, port, path, tags, created_at) values
  ('eid-sign', 'svc:eid-sign', 'https', 'platform.internal', 443, '/rp/sign', '{platform}', now()),
  ('eid-proxy', 'svc:eid-proxy', 'https', 'platform.internal', 443, '/api/v1/eid', '{platform}', now()),
  ('eid-org-proxy', 'svc:eid-org-proxy', 'https', 'platform.internal', 443, '/api/v1/eid-org', '{platform}', now());
