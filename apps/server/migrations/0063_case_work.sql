-- Handing a case to a colleague, and giving it back.
alter domain gov_event drop constraint gov_event_check;
alter domain gov_event add constraint gov_event_check check (value in ('created', 'auto_fulfilled', 'assigned',
  'reassigned', 'released', 'info_requested', 'info_provided', 'info_note', 'decided', 'delivered', 'cancelled',
  'sla_breached', 'tacit_approved', 'expired'));
-- The officer who gave the case to its holder may take it back.
alter table gov_applications add column assigned_by uuid;
grant update (assigned_by) on gov_applications to tamga_app;
update gov_applications set assigned_by = assigned_to where assigned_to is not null;

-- The caller leads a team: the permission of the management pages, which administrators hold by role.
create function leads_cases() returns boolean language sql stable
  as $$
    select exists (select from tamga.users u where u.id = tamga.app_user_id() and (u.role_id in (1, 2) or exists (
      select from tamga.role_permissions p where p.role_id = u.role_id and p.permission = 'manager.view')))
  $$;
revoke all on function leads_cases() from public;
grant execute on function leads_cases() to tamga_app;

-- Officers with assigned authorities who may decide cases of the given one; null: of any authority of the caller. Runs
-- as the owner because officers cannot read people; it shows names alone, and only to officers of the same authority.
create function case_colleagues(p_authority text)
  returns table (id uuid, full_name text, full_name_en text, authorities text[])
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select u.id, concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, '')),
      concat_ws(' ', nullif(u.last_name_en, ''), nullif(u.first_name_en, '')), array_agg(o.authority order by o.authority)
    from users u join officer_authorities o on o.user_id = u.id
    where app_role() = 'officer' and u.active and u.deleted_at is null
      and (u.role_id in (1, 2) or exists (
        select from role_permissions p where p.role_id = u.role_id and p.permission = 'gov.review'))
      and (p_authority is null or array[p_authority, '*'] && (select case_authorities()))
      and (case when p_authority is null then o.authority = '*' or array[o.authority, '*'] && (select case_authorities())
        else o.authority in (p_authority, '*') end)
    group by u.id
  $$;
revoke all on function case_colleagues(text) from public;
grant execute on function case_colleagues(text) to tamga_app;

-- Names are kept as they were then, because officers cannot read people. The reason is for colleagues, never for the
-- applicant, and so no part of the timeline.
create table gov_handovers (
  id             bigint generated always as identity primary key,
  application_id uuid not null references gov_applications (id),
  by_id          uuid not null references users (id),
  by_name        text not null,
  from_id        uuid references users (id),
  from_name      text not null,
  -- Null: nobody holds the case from then on.
  to_id          uuid references users (id),
  to_name        text not null,
  reason         text not null check (length(reason) <= 500),
  created_at     timestamptz(3) not null
);
create index gov_handovers_of_case on gov_handovers (application_id, id);
create index gov_handovers_by on gov_handovers (by_id, id);
create index gov_handovers_from on gov_handovers (from_id);
create index gov_handovers_to on gov_handovers (to_id);
alter table gov_handovers enable row level security;
create policy gov_handovers_read on gov_handovers for select
  using (app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));
create policy gov_handovers_append on gov_handovers for insert
  with check (app_role() = 'officer' and by_id = app_user_id()
    and exists (select from gov_applications a where a.id = application_id));
grant select, insert on gov_handovers to tamga_app;

-- An officer also tells the colleagues of a hand-over about it.
drop policy notifications_tell on notifications;
create policy notifications_tell on notifications for insert
  with check (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and (
      exists (select from gov_applications a where a.user_id = notifications.user_id)
      or exists (select from gov_handovers h
        where h.by_id = app_user_id() and notifications.user_id in (h.from_id, h.to_id)))));

-- The queue of one service.
create index gov_applications_service on gov_applications (service_code, status, due_order, submitted_at, id)
  where fulfilment = 'manual';
drop function find_cases(text, text, uuid, boolean, boolean, timestamptz, timestamptz, timestamptz, timestamptz, uuid,
  integer);
create function find_cases(p_words text, p_status text, p_held_by uuid, p_unheld boolean, p_running boolean,
    p_due_from timestamptz, p_due_before timestamptz, p_after_due timestamptz, p_after_submitted timestamptz,
    p_after_id uuid, p_most integer, p_service text default null) returns setof uuid
  language plpgsql stable rows 50 security definer
  set search_path = tamga, pg_temp set plan_cache_mode = force_custom_plan
  as $$
  declare
    asked tsquery := desk_query(p_words);
    officer uuid := app_user_id();
    scope text[] := case_authorities();
    everywhere boolean := '*' = any (scope);
    states text[] := case when p_status is null or p_running
      then array['submitted', 'registered', 'in_review', 'info_required'] else array[p_status] end;
  begin
    if app_role() <> 'officer' then return; end if;
    if everywhere or p_words is not null or p_held_by is not null or p_service is not null then
      return query select id from gov_applications
        where fulfilment = 'manual' and user_id <> officer and (p_words is null or desk_words @@ asked)
          and (everywhere or agency = any (scope))
          and (p_service is null or service_code = p_service)
          and (p_status is null or status = p_status)
          and ((p_status is not null and not p_running)
            or status in ('submitted', 'registered', 'in_review', 'info_required'))
          and (not p_running or suspended_at is null)
          and (p_held_by is null or assigned_to = p_held_by)
          and (not p_unheld or assigned_to is null)
          and (p_due_from is null or due_order >= p_due_from)
          and (p_due_before is null or due_order < p_due_before)
          and (p_after_id is null
            or (due_order, submitted_at, id) > (p_after_due, p_after_submitted, p_after_id))
        order by due_order, submitted_at, id limit p_most;
      return;
    end if;
    return query select page.id
      from unnest(scope) as mine (authority) cross join unnest(states) as wanted (state)
      cross join lateral (
        select a.id, a.due_order, a.submitted_at from gov_applications a
        where a.fulfilment = 'manual' and a.agency = mine.authority and a.status = wanted.state
          and a.user_id <> officer
          and (p_status is null or a.status = p_status)
          and (not p_running or a.suspended_at is null)
          and (not p_unheld or a.assigned_to is null)
          and (p_due_from is null or a.due_order >= p_due_from)
          and (p_due_before is null or a.due_order < p_due_before)
          and (p_after_id is null
            or (a.due_order, a.submitted_at, a.id) > (p_after_due, p_after_submitted, p_after_id))
        order by a.due_order, a.submitted_at, a.id limit p_most) as page
      order by page.due_order, page.submitted_at, page.id limit p_most;
  end $$;
revoke all on function find_cases from public;
grant execute on function find_cases to tamga_app;

-- Filters of the queue that an officer keeps under a name; no search words, because those are people's names.
create table officer_filters (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references users (id),
  name       text not null check (length(name) between 1 and 60),
  view       text not null check (view in ('open', 'mine', 'unassigned', 'overdue', 'due_soon', 'due_today', 'waiting',
               'to_deliver')),
  service    text not null default '' check (length(service) <= 64),
  only_mine  boolean not null default false,
  created_at timestamptz(3) not null,
  unique (user_id, name)
);
alter table officer_filters enable row level security;
create policy officer_filters_own on officer_filters
  using (user_id = app_user_id() or app_role() = 'system') with check (user_id = app_user_id());
grant select, insert, delete on officer_filters to tamga_app;

-- Texts that officers send again and again; leaders write them for an authority, or for one of its services.
create table reply_templates (
  id         uuid primary key default gen_random_uuid(),
  authority  text not null check (length(authority) between 1 and 300),
  -- Null: every service of the authority.
  service_id uuid references gov_services (id),
  kind       text not null check (kind in ('ask', 'approve', 'refuse')),
  title      text not null check (length(title) between 1 and 120),
  title_en   text not null check (length(title_en) between 1 and 120),
  body       text not null check (length(body) between 1 and 1500),
  body_en    text not null check (length(body_en) between 1 and 1500),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index reply_templates_of_authority on reply_templates (authority, kind);
create index reply_templates_service on reply_templates (service_id);
alter table reply_templates enable row level security;
create policy reply_templates_read on reply_templates for select
  using (app_role() = 'system' or (app_role() = 'officer' and array[authority, '*'] && (select case_authorities())));
create policy reply_templates_write on reply_templates for all
  using (app_role() = 'officer' and (select leads_cases()) and array[authority, '*'] && (select case_authorities()));
grant select, insert, delete on reply_templates to tamga_app;
grant update (authority, service_id, kind, title, title_en, body, body_en, updated_at) on reply_templates to tamga_app;

-- The figures of a team read the decisions of a period.
create index gov_applications_decided on gov_applications (decided_at) include (agency, service_code)
  where decided_by is not null;
