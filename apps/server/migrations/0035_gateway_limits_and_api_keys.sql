-- Largest body a call to the service may carry. The gateway streams, so this bounds what passes and not what is kept.
alter table gateway_services add column max_body_bytes bigint not null default 104857600
  check (max_body_bytes between 1024 and 10737418240);
grant update (max_body_bytes) on gateway_services to tamga_app;

-- Keys for programs, one table for the admin API and for the tools of assistants.
create table api_keys (
  id           uuid primary key,
  name         text not null check (length(name) between 1 and 128),
  -- The beginning of the key, so that people can tell one from another.
  display      text not null check (length(display) <= 32),
  -- SHA-256 of the key, sealed with the keyring: a copy of the database cannot even test a guess.
  sealed_hash  text not null,
  -- The purpose that the keyring sealed the hash for; a migration cannot reseal.
  purpose      text not null check (purpose in ('api.key', 'admin.key', 'tools.key')),
  surfaces     text[] not null check (cardinality(surfaces) > 0 and surfaces <@ '{admin,tools}'),
  created_by   uuid references users (id),
  created_at   timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- A revoked key stays, so that the calls it made can still be named.
  revoked_at   timestamptz(3)
);
create index api_keys_created_by on api_keys (created_by);

-- A key that was handed out opens what it was made for, and nothing more than its holder was trusted with.
insert into api_keys (id, name, display, sealed_hash, purpose, surfaces, created_at, last_used_at)
  select id, name, display, sealed_hash, 'admin.key', '{admin}', created_at, last_used_at from admin_keys;
insert into api_keys (id, name, display, sealed_hash, purpose, surfaces, created_by, created_at, last_used_at, revoked_at)
  select id, name, display, sealed_hash, 'tools.key', '{tools}', created_by, created_at, last_used_at, revoked_at
  from tool_keys;
drop table admin_keys, tool_keys;

-- Programs are no people of the platform: who may call is decided before, and the server then acts as the platform.
alter table api_keys enable row level security;
create policy api_keys_platform on api_keys using (app_role() = 'system');
grant select, insert on api_keys to tamga_app;
grant update (sealed_hash, last_used_at, revoked_at) on api_keys to tamga_app;
