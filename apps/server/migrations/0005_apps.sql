-- What an organisation installed, with the manifest as it was then: an app may leave the catalogue, not the organisation.
create table installed_apps (
  id           uuid primary key default gen_random_uuid(),
  org_id       uuid not null references organisations (id) on delete cascade,
  app_id       text not null,
  slug         text not null check (slug ~ '^[a-z0-9_-]{1,64}$'),
  name         text not null,
  version      text not null,
  manifest     jsonb not null,
  enabled      boolean not null default true,
  auto_update  boolean not null default false,
  held_for     text,
  held_reason  text check (held_reason in ('adds_permissions', 'adds_dependencies')),
  installed_at timestamptz not null,
  updated_at   timestamptz,
  unique (org_id, slug),
  unique (org_id, app_id)
);
create index installed_apps_auto_update on installed_apps (slug) where auto_update and enabled;

create table app_history (
  id           bigint generated always as identity primary key,
  org_id       uuid not null references organisations (id) on delete cascade,
  slug         text not null,
  at           timestamptz not null,
  type         text not null check (type in ('installed', 'upgraded', 'held')),
  version      text not null,
  from_version text,
  -- Null when the platform did it by itself.
  actor_id     uuid references users (id),
  reason       text,
  added        text[] not null default '{}'
);
create index app_history_app on app_history (org_id, slug, id);
create index app_history_actor on app_history (actor_id);

alter table installed_apps enable row level security;
create policy installed_apps_read on installed_apps for select
  using (app_role() = 'system' or app_is_member(org_id));
create policy installed_apps_add on installed_apps for insert
  with check (app_role() = 'system' or app_member_role(org_id) in ('owner', 'admin'));
create policy installed_apps_change on installed_apps for update
  using (app_role() = 'system' or app_member_role(org_id) in ('owner', 'admin'));

alter table app_history enable row level security;
create policy app_history_read on app_history for select
  using (app_role() = 'system' or app_is_member(org_id));
create policy app_history_append on app_history for insert
  with check (app_role() = 'system' or (app_member_role(org_id) in ('owner', 'admin') and actor_id = app_user_id()));

grant select, insert, update (version, name, manifest, enabled, auto_update, held_for, held_reason, updated_at)
  on installed_apps to tamga_app;
grant select, insert (org_id, slug, at, type, version, from_version, actor_id, reason, added) on app_history to tamga_app;
