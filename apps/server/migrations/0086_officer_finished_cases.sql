-- Finished cases can be listed and searched, in the same scope as open ones.
create index gov_applications_finished_sent on gov_applications (submitted_at, id)
  where fulfilment = 'manual' and status in ('approved', 'rejected', 'completed', 'cancelled', 'expired');
create index gov_applications_decider on gov_applications (decided_by, submitted_at, id) where decided_by is not null;

alter table officer_filters drop constraint officer_filters_view_check;
alter table officer_filters add constraint officer_filters_view_check check (view in ('open', 'mine', 'unassigned',
  'overdue', 'due_soon', 'due_today', 'waiting', 'to_deliver', 'finished'));

-- As before, by authority id, and of open cases, finished cases or both. Authorities and states of a list are walked one
-- index range each, in the order of the page.
drop function find_cases;
create function find_cases(p_words text, p_status text, p_held_by uuid, p_unheld boolean, p_running boolean,
    p_due_from timestamptz, p_due_before timestamptz, p_after_due timestamptz, p_after_submitted timestamptz,
    p_after_id uuid, p_most integer, p_service text default null, p_sort text default 'due_at',
    p_state text default 'open') returns setof uuid
  language plpgsql stable rows 50 security definer
  set search_path = tamga, pg_temp set plan_cache_mode = force_custom_plan
  as $$
  declare
    asked tsquery := desk_query(p_words);
    officer uuid := app_user_id();
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
        where fulfilment = 'manual' and user_id <> officer
          and (party_id is null or not app_has_stake(party_id)) and (p_words is null or desk_words @@ asked)
          and (everywhere or authority_id = any (scope))
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
    return query select page.id
      from unnest(scope) as mine (authority) cross join unnest(states) as wanted (state)
      cross join lateral (
        select a.id, a.due_order, a.submitted_at from gov_applications a
        where a.fulfilment = 'manual' and a.authority_id = mine.authority and a.status = wanted.state
          and a.user_id <> officer and (a.party_id is null or not app_has_stake(a.party_id))
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
      order by case when p_sort = 'due_at' then page.due_order end,
        case when p_sort = '-due_at' then page.due_order end desc,
        case when p_sort in ('due_at', 'submitted_at') then page.submitted_at end,
        case when p_sort in ('-due_at', '-submitted_at') then page.submitted_at end desc,
        case when p_sort in ('due_at', 'submitted_at') then page.id end,
        case when p_sort in ('-due_at', '-submitted_at') then page.id end desc
      limit p_most;
  end $$;
revoke all on function find_cases from public;
grant execute on function find_cases to tamga_app;
