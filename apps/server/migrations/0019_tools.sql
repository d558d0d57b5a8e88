-- Keys of assistants that call the tools.
create table tool_keys (
  id           uuid primary key,
  name         text not null check (length(name) between 1 and 128),
  -- The beginning of the key, so that people can tell one from another.
  display      text not null check (length(display) <= 32),
  -- SHA-256 of the key, sealed with the keyring: a copy of the database cannot even test a guess.
  sealed_hash  text not null,
  created_by   uuid references users (id),
  created_at   timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- A revoked key stays in the list, so that the calls it made can still be named.
  revoked_at   timestamptz(3)
);
create index tool_keys_created_by on tool_keys (created_by);

-- A command template, split into arguments once, when it was registered.
create table tool_skills (
  name             text primary key check (name ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' and length(name) between 3 and 64),
  description      text not null check (length(description) between 1 and 500),
  command_template text not null check (length(command_template) between 1 and 2000),
  argv             text[] not null check (cardinality(argv) between 1 and 64),
  params           text[] not null check (cardinality(params) <= 16),
  created_by       text not null check (length(created_by) <= 200),
  created_at       timestamptz(3) not null
);

-- What assistants learned. The search columns are computed by the server, in Latin letters, for both scripts.
create table tool_insights (
  id            uuid primary key,
  topic         text not null check (length(topic) between 1 and 120),
  content       text not null check (length(content) between 1 and 8000),
  confidence    real not null check (confidence between 0.1 and 1.0),
  -- Of topic and content without case and outer blanks: the same insight is one row.
  fingerprint   text not null unique,
  words         tsvector not null,
  grams         text[] not null,
  embedding     float4[],
  embedded_with text check (length(embedded_with) <= 200),
  created_by    text not null check (length(created_by) <= 200),
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);
create index tool_insights_words on tool_insights using gin (words);
create index tool_insights_grams on tool_insights using gin (grams);

-- One row: how this platform is called. Null means the default.
create table branding (
  only_row         boolean primary key default true check (only_row),
  name             text check (length(name) between 1 and 120),
  short_name       text check (length(short_name) between 1 and 40),
  organization     text check (length(organization) between 1 and 200),
  logo             text check (length(logo) between 1 and 2048),
  language         text check (language in ('mn', 'en')),
  system_prompt_mn text check (length(system_prompt_mn) between 1 and 8000),
  system_prompt_en text check (length(system_prompt_en) between 1 and 8000),
  updated_at       timestamptz(3)
);
insert into branding (only_row) values (true);

-- Assistants are no people of the platform: who may call is decided before, and the server then acts as the platform.
alter table tool_keys enable row level security;
create policy tool_keys_platform on tool_keys using (app_role() = 'system');
alter table tool_skills enable row level security;
create policy tool_skills_platform on tool_skills using (app_role() = 'system');
alter table tool_insights enable row level security;
create policy tool_insights_platform on tool_insights using (app_role() = 'system');
alter table branding enable row level security;
create policy branding_platform on branding using (app_role() = 'system');

grant select, insert on tool_keys to tamga_app;
grant update (sealed_hash, last_used_at, revoked_at) on tool_keys to tamga_app;
grant select, insert, delete on tool_skills to tamga_app;
grant select, insert on tool_insights to tamga_app;
grant update (confidence, words, grams, embedding, embedded_with, updated_at) on tool_insights to tamga_app;
grant select on branding to tamga_app;
grant update (name, short_name, organization, logo, language, system_prompt_mn, system_prompt_en, updated_at)
  on branding to tamga_app;

-- Calls of assistants are read newest first.
create index audit_log_tools on audit_log (occurred_at desc, id desc) where category = 'tools';

insert into gateway_services (name, scope, protocol, host, port, path, tags, created_at)
  values ('tools', 'svc:tools', 'https', 'platform.internal', 443, '/api/v1/tools', '{platform}', now());
