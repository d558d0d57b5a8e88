-- Lists that the server sorts. A cursor holds milliseconds, so the columns that it is compared with hold no more.
drop index users_newest;
alter table users alter column created_at type timestamptz(3);
create index users_by_created on users (created_at, id) where deleted_at is null;
create index users_by_name on users (last_name, first_name, id) where deleted_at is null;
alter table organisations alter column created_at type timestamptz(3);
create index organisations_by_created on organisations (created_at, id);
create index organisations_by_name on organisations (name, id);
create index relay_requests_by_due on relay_requests (due_at, seq);

-- The queue by submission, as its indexes by deadline: of everybody, in one state, of one authority.
create index gov_applications_open_sent on gov_applications (submitted_at, id)
  where fulfilment = 'manual' and status in ('submitted', 'registered', 'in_review', 'info_required');
create index gov_applications_status_sent on gov_applications (status, submitted_at, id)
  where fulfilment = 'manual';
create index gov_applications_desk_sent on gov_applications (agency, status, submitted_at, id)
  where fulfilment = 'manual';

-- As before, in any of the four orders; it is planned for its values, so the cases of other orders fold away.
drop function find_cases(text, text, uuid, boolean, boolean, timestamptz, timestamptz, timestamptz, timestamptz, uuid,
  integer, text);
create function find_cases(p_words text, p_status text, p_held_by uuid, p_unheld boolean, p_running boolean,
    p_due_from timestamptz, p_due_before timestamptz, p_after_due timestamptz, p_after_submitted timestamptz,
    p_after_id uuid, p_most integer, p_service text default null,
    p_sort text default 'due_at') returns setof uuid
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
        where fulfilment = 'manual' and user_id <> officer
          and (party_id is null or not app_has_stake(party_id)) and (p_words is null or desk_words @@ asked)
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
    -- Only counted, so one order serves all.
    return query select page.id
      from unnest(scope) as mine (authority) cross join unnest(states) as wanted (state)
      cross join lateral (
        select a.id, a.due_order, a.submitted_at from gov_applications a
        where a.fulfilment = 'manual' and a.agency = mine.authority and a.status = wanted.state
          and a.user_id <> officer and (a.party_id is null or not app_has_stake(a.party_id))
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
