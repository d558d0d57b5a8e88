-- The role officer: decides the cases of the authorities it was given, and administers nobody. Key and id are fixed; a
-- role of the installation with the same key keeps its holders under another key.
update roles set key = 'officer_' || id where key = 'officer';
insert into roles (id, key, name, description, is_system)
  values (5, 'officer', 'Case officer', 'Decides applications to the authorities it works for', true);
insert into role_permissions (role_id, permission)
  values (5, 'dashboard.view'), (5, 'personal.view'), (5, 'gov.review');

-- Which authorities' cases a person with gov.review decides. The name is the one services carry (gov_services.agency);
-- '*' stands for every authority.
create table officer_authorities (
  user_id    uuid not null references users (id),
  authority  text not null check (length(authority) between 1 and 300),
  granted_by uuid references users (id),
  granted_at timestamptz not null,
  primary key (user_id, authority)
);
alter table officer_authorities enable row level security;
create policy officer_authorities_read on officer_authorities for select
  using (user_id = app_user_id() or app_role() = 'system');
create policy officer_authorities_write on officer_authorities for all using (app_role() = 'system');
grant select, insert, delete on officer_authorities to tamga_app;
-- Existing reviewers decided every case, and do so until an administrator changes it.
insert into officer_authorities (user_id, authority, granted_at)
  select u.id, '*', now() from users u
  where u.deleted_at is null
    and exists (select from role_permissions p where p.role_id = u.role_id and p.permission = 'gov.review' and u.role_id <> 5);

-- Authorities of the caller. Administrators hold every permission by role, and so every authority.
create function case_authorities() returns text[] language sql stable
  as $$
    select case
      when exists (select from tamga.users where id = tamga.app_user_id() and role_id in (1, 2)) then array['*']
      else coalesce((select array_agg(authority) from tamga.officer_authorities
        where user_id = tamga.app_user_id()), '{}')
    end
  $$;
revoke all on function case_authorities() from public;
grant execute on function case_authorities() to tamga_app;

-- A case belongs to the authority of its service; it is copied here because the desk's order needs it in an index.
alter table gov_applications add column agency text not null default '' check (length(agency) <= 300);
update gov_applications a set agency = s.agency from gov_services s where s.id = a.service_id;
grant update (agency) on gov_applications to tamga_app;
create index gov_applications_desk on gov_applications (agency, status, due_order, submitted_at, id)
  where fulfilment = 'manual';

-- The subselect runs once per statement, not once per row.
drop policy gov_applications_read on gov_applications;
create policy gov_applications_read on gov_applications for select
  using (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and array[agency, '*'] && (select case_authorities())));
drop policy gov_applications_move on gov_applications;
create policy gov_applications_move on gov_applications for update
  using (case app_role()
    when 'system' then true
    when 'officer' then user_id <> app_user_id() and array[agency, '*'] && (select case_authorities())
    else user_id = app_user_id() end);

-- Rows of a case are visible with the case: the subselects below are themselves under the policy above.
drop policy gov_application_events_read on gov_application_events;
create policy gov_application_events_read on gov_application_events for select
  using (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));
drop policy gov_application_events_append on gov_application_events;
create policy gov_application_events_append on gov_application_events for insert
  with check (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));
drop policy gov_files_read on gov_files;
create policy gov_files_read on gov_files for select
  using (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));
drop policy gov_references_issue on gov_references;
create policy gov_references_issue on gov_references for insert
  with check (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and exists (
      select from gov_applications a where a.id = gov_references.application_id and a.user_id = gov_references.user_id)));
drop policy notifications_tell on notifications;
create policy notifications_tell on notifications for insert
  with check (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and exists (
      select from gov_applications a where a.user_id = notifications.user_id)));

-- An officer withdraws the fee of a case they may decide, and of no other.
create or replace function withdraw_fee(p_application uuid) returns table (id uuid, amount bigint, invoice_id text)
  language sql volatile security definer set search_path = tamga, pg_temp
  as $$
    update gov_payments p set status = 'cancelled'
    where p.application_id = p_application and p.status = 'pending'
      and case app_role()
        when 'system' then true
        when 'officer' then p.user_id <> app_user_id() and exists (
          select from gov_applications a
          where a.id = p_application and array[a.agency, '*'] && (select case_authorities()))
        else p.user_id = app_user_id()
      end
    returning p.id, p.amount, p.invoice_id
  $$;

-- As before, within the caller's authorities. Those of a list are walked one index range per authority and state, so
-- that a small authority's page does not walk the whole country's desk; a search by words has its own index.
create or replace function find_cases(p_words text, p_status text, p_held_by uuid, p_unheld boolean, p_running boolean,
    p_due_from timestamptz, p_due_before timestamptz, p_after_due timestamptz, p_after_submitted timestamptz,
    p_after_id uuid, p_most integer) returns setof uuid
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
    if everywhere or p_words is not null or p_held_by is not null then
      return query select id from gov_applications
        where fulfilment = 'manual' and user_id <> officer and (p_words is null or desk_words @@ asked)
          and (everywhere or agency = any (scope))
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

-- True only for an address that its owner proved: by a social account, by the upstream sign-in, by a mailed code. Only
-- accounts registered beforehand could have been given one that somebody else typed.
alter table users add column email_verified boolean not null default false;
update users set email_verified = true where email <> '' and username not like 'reg\_%';
update users u set email_verified = true from superadmin_accounts a where a.user_id = u.id and a.email = u.email;
