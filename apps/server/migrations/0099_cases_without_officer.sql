-- Cases that nobody but an administrator sees are found and refused here, in one place for people, roles and services.

-- Whether a person decides cases of an authority; an administrator does so by role.
create function decides_cases(p_user uuid, p_authority uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from users u where u.id = p_user and u.active and u.deleted_at is null
      and (u.role_id in (1, 2) or (
        exists (select from role_permissions p where p.role_id = u.role_id and p.permission = 'gov.review')
        and exists (select from officer_authorities o where o.user_id = u.id
          and (o.authority_id is null or o.authority_id = p_authority)))))
  $$;
-- Administrators do not count: they see every case and decide none of them from day to day.
create function authority_officers(p_authority uuid) returns bigint
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select count(distinct u.id) from officer_authorities o join users u on u.id = o.user_id
    where (o.authority_id = p_authority or o.authority_id is null) and u.active and u.deleted_at is null and u.role_id > 2
      and exists (select from role_permissions p where p.role_id = u.role_id and p.permission = 'gov.review')
  $$;
create function unattended_authorities() returns setof uuid
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select a.id from authorities a where authority_officers(a.id) = 0 $$;
-- Open cases, and granted ones whose output nobody has delivered yet.
create function waiting_cases(p_authorities uuid[], p_service uuid) returns bigint
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select count(*) from gov_applications a
    where a.fulfilment = 'manual' and a.authority_id = any (p_authorities)
      and a.status in ('submitted', 'registered', 'in_review', 'info_required', 'approved')
      and (p_service is null or a.service_id = p_service)
  $$;
-- Frees the cases whose holder decides them no longer: of one person, of one service, or of anybody.
create function release_lost_cases(p_user uuid, p_service uuid, p_now timestamptz) returns bigint
  language sql volatile security definer set search_path = tamga, pg_temp
  as $$
    with lost as (
      select a.id from gov_applications a
      where a.assigned_to is not null and a.fulfilment = 'manual'
        and a.status in ('submitted', 'registered', 'in_review', 'info_required', 'approved')
        and (p_user is null or a.assigned_to = p_user) and (p_service is null or a.service_id = p_service)
        and not decides_cases(a.assigned_to, a.authority_id)
      for update
    ), freed as (
      update gov_applications a set assigned_to = null, assigned_by = null, assigned_at = null, updated_at = p_now
      from lost where a.id = lost.id returning a.id, a.user_id, a.party_id, a.status
    ), noted as (
      insert into gov_application_events (application_id, user_id, party_id, actor_role, from_status, to_status, type, created_at)
      select id, user_id, party_id, 'system', status, status, 'released', p_now from freed
    )
    select count(*) from freed
  $$;
revoke all on function decides_cases(uuid, uuid), authority_officers(uuid), unattended_authorities(),
  waiting_cases(uuid[], uuid), release_lost_cases(uuid, uuid, timestamptz) from public;
grant execute on function decides_cases(uuid, uuid), authority_officers(uuid), unattended_authorities(),
  waiting_cases(uuid[], uuid), release_lost_cases(uuid, uuid, timestamptz) to tamga_app;

-- The officer who decided a case answers for it, so they read it after the service went to another authority. They
-- change nothing in it: the policy for updates stays.
drop policy gov_applications_read on gov_applications;
create policy gov_applications_read on gov_applications for select
  using (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system'
    or (app_role() = 'officer'
      and (array[authority_id::text, '*'] && (select case_authorities()) or decided_by = app_user_id())
      and (party_id is null or not app_has_stake(party_id))));

-- As before, and finished cases that the caller decided, whichever authority has them now; cases of the caller's family,
-- organisations and grantors are left out here too, so that a page is full and a count is right.
create or replace function find_cases(p_words text, p_status text, p_held_by uuid, p_unheld boolean, p_running boolean,
    p_due_from timestamptz, p_due_before timestamptz, p_after_due timestamptz, p_after_submitted timestamptz,
    p_after_id uuid, p_most integer, p_service text default null, p_sort text default 'due_at',
    p_state text default 'open') returns setof uuid
  language plpgsql stable rows 50 security definer
  set search_path = tamga, pg_temp set plan_cache_mode = force_custom_plan
  as $$
  declare
    asked tsquery := desk_query(p_words);
    officer uuid := app_user_id();
    own uuid[] := app_own_accounts();
    conflicts uuid[] := app_conflict_owners();
    held text[] := case_authorities();
    everywhere boolean := '*' = any (held);
    scope uuid[] := array_remove(held, '*')::uuid[];
    opened text[] := array['submitted', 'registered', 'in_review', 'info_required'];
    finished text[] := array['approved', 'rejected', 'completed', 'cancelled', 'expired'];
    states text[] := case when p_running then opened when p_status is not null then array[p_status]
      when p_state = 'finished' then finished when p_state = 'all' then opened || finished else opened end;
  begin
    if app_role() <> 'officer' then return; end if;
    if everywhere or p_words is not null or p_held_by is not null or p_service is not null then
      return query select id from gov_applications
        where fulfilment = 'manual' and not user_id = any (own) and not owner_id = any (conflicts)
          and (p_words is null or desk_words @@ asked)
          and (everywhere or authority_id = any (scope) or (p_state <> 'open' and decided_by = officer))
          and (p_service is null or service_code = p_service)
          and status = any (states) and (p_status is null or status = p_status)
          and (not p_running or suspended_at is null)
          and (p_held_by is null or (p_state = 'open' and assigned_to = p_held_by)
            or (p_state <> 'open' and (assigned_to = p_held_by or decided_by = p_held_by)))
          and (not p_unheld or assigned_to is null)
          and (p_due_from is null or due_order >= p_due_from)
          and (p_due_before is null or due_order < p_due_before)
          and (p_after_id is null or case p_sort
            when 'due_at' then (due_order, submitted_at, id) > (p_after_due, p_after_submitted, p_after_id)
            when '-due_at' then (due_order, submitted_at, id) < (p_after_due, p_after_submitted, p_after_id)
            when 'submitted_at' then (submitted_at, id) > (p_after_submitted, p_after_id)
            else (submitted_at, id) < (p_after_submitted, p_after_id) end)
        order by case when p_sort = 'due_at' then due_order end,
          case when p_sort = '-due_at' then due_order end desc,
          case when p_sort in ('due_at', 'submitted_at') then submitted_at end,
          case when p_sort in ('-due_at', '-submitted_at') then submitted_at end desc,
          case when p_sort in ('due_at', 'submitted_at') then id end,
          case when p_sort in ('-due_at', '-submitted_at') then id end desc
        limit p_most;
      return;
    end if;
    return query select page.id from (
      select page.id, page.due_order, page.submitted_at from unnest(scope) as mine (authority) cross join unnest(states) as wanted (state)
      cross join lateral (
        select a.id, a.due_order, a.submitted_at from gov_applications a
        where a.fulfilment = 'manual' and a.authority_id = mine.authority and a.status = wanted.state
          and not a.user_id = any (own) and not a.owner_id = any (conflicts)
          and (p_status is null or a.status = p_status)
          and (not p_running or a.suspended_at is null)
          and (not p_unheld or a.assigned_to is null)
          and (p_due_from is null or a.due_order >= p_due_from)
          and (p_due_before is null or a.due_order < p_due_before)
          and (p_after_id is null or case p_sort
            when 'due_at' then (a.due_order, a.submitted_at, a.id) > (p_after_due, p_after_submitted, p_after_id)
            when '-due_at' then (a.due_order, a.submitted_at, a.id) < (p_after_due, p_after_submitted, p_after_id)
            when 'submitted_at' then (a.submitted_at, a.id) > (p_after_submitted, p_after_id)
            else (a.submitted_at, a.id) < (p_after_submitted, p_after_id) end)
        order by case when p_sort = 'due_at' then a.due_order end,
          case when p_sort = '-due_at' then a.due_order end desc,
          case when p_sort in ('due_at', 'submitted_at') then a.submitted_at end,
          case when p_sort in ('-due_at', '-submitted_at') then a.submitted_at end desc,
          case when p_sort in ('due_at', 'submitted_at') then a.id end,
          case when p_sort in ('-due_at', '-submitted_at') then a.id end desc
        limit p_most) as page
      union all (
        select a.id, a.due_order, a.submitted_at from gov_applications a
        where p_state <> 'open' and a.decided_by = officer and a.fulfilment = 'manual' and a.status = any (states)
          and (a.authority_id = any (scope)) is not true
          and not a.user_id = any (own) and not a.owner_id = any (conflicts)
          and (p_status is null or a.status = p_status)
          and (not p_running or a.suspended_at is null)
          and (not p_unheld or a.assigned_to is null)
          and (p_due_from is null or a.due_order >= p_due_from)
          and (p_due_before is null or a.due_order < p_due_before)
          and (p_after_id is null or case p_sort
            when 'due_at' then (a.due_order, a.submitted_at, a.id) > (p_after_due, p_after_submitted, p_after_id)
            when '-due_at' then (a.due_order, a.submitted_at, a.id) < (p_after_due, p_after_submitted, p_after_id)
            when 'submitted_at' then (a.submitted_at, a.id) > (p_after_submitted, p_after_id)
            else (a.submitted_at, a.id) < (p_after_submitted, p_after_id) end)
        order by case when p_sort = 'due_at' then a.due_order end,
          case when p_sort = '-due_at' then a.due_order end desc,
          case when p_sort in ('due_at', 'submitted_at') then a.submitted_at end,
          case when p_sort in ('-due_at', '-submitted_at') then a.submitted_at end desc,
          case when p_sort in ('due_at', 'submitted_at') then a.id end,
          case when p_sort in ('-due_at', '-submitted_at') then a.id end desc
        limit p_most)) as page
      order by case when p_sort = 'due_at' then page.due_order end,
        case when p_sort = '-due_at' then page.due_order end desc,
        case when p_sort in ('due_at', 'submitted_at') then page.submitted_at end,
        case when p_sort in ('-due_at', '-submitted_at') then page.submitted_at end desc,
        case when p_sort in ('due_at', 'submitted_at') then page.id end,
        case when p_sort in ('-due_at', '-submitted_at') then page.id end desc
      limit p_most;
  end $$;
