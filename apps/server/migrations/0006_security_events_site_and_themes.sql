-- The audit log is read newest first, by time: each filter has an index in that order, so that a page costs a page.
drop index audit_log_actor, audit_log_action;
create index audit_log_time on audit_log (occurred_at, id);
create index audit_log_actor on audit_log (actor_user_id, occurred_at, id);
create index audit_log_action on audit_log (action, occurred_at, id);
create index audit_log_category on audit_log (category, occurred_at, id);
create index audit_log_target on audit_log (target, occurred_at, id);

-- A person sees who looked at their data, and nothing else of the log.
create policy audit_log_own_access on audit_log for select
  using (category = 'access' and target = app_user_id()::text);

-- The name of somebody who looked at the asking person's data. Nobody else's: the table of people stays closed.
create function access_viewer_name(p_viewer uuid) returns text
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select concat_ws(' ', nullif(last_name, ''), nullif(first_name, '')) from users
    where id = p_viewer and exists (
      select from audit_log
      where category = 'access' and target = app_user_id()::text and actor_user_id = p_viewer)
  $$;
revoke all on function access_viewer_name(uuid) from public;
grant execute on function access_viewer_name(uuid) to tamga_app;

create table security_events (
  id          bigint generated always as identity,
  received_at timestamptz(3) not null,
  user_id     uuid,
  kind        text not null check (length(kind) between 1 and 80),
  severity    text check (severity in ('low', 'medium', 'high', 'critical')),
  source      text check (length(source) <= 80),
  ip          text check (length(ip) <= 64),
  user_agent  text check (length(user_agent) <= 300),
  detail      jsonb,
  primary key (id, received_at)
) partition by range (received_at);
create table security_events_default partition of security_events default;
comment on table security_events_default is 'partition: reached through its parent';
create index security_events_time on security_events (received_at, id);
create index security_events_kind on security_events (kind, received_at, id);
alter table security_events enable row level security;
create policy security_events_read on security_events for select
  using (app_role() in ('admin', 'superadmin', 'system'));
-- A person reports for themselves; only the platform reports about somebody.
create policy security_events_append on security_events for insert
  with check (user_id is null or user_id = app_user_id() or app_role() = 'system');
select ensure_month_partitions('security_events', 2, 24);

create table themes (
  id         uuid primary key default gen_random_uuid(),
  name       text not null check (length(name) between 1 and 80),
  config     jsonb not null default '{}',
  is_active  boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3)
);
create unique index themes_one_active on themes (is_active) where is_active;
comment on table themes is 'shared: how the site looks, shown to everybody; the rows that write it ask for settings.manage';

grant select, insert on security_events to tamga_app;
grant select, insert, update, delete on themes to tamga_app;
