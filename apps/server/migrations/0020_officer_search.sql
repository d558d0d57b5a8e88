-- Officers look cases up by the beginnings of words: of the applicant's name in either script, of the case's number, of
-- the service's name and code. Ө, Ү and Ё are found by О, У and Е too, which is what a keyboard without them types. The
-- letters of a word are named one by one, because classes of letters follow the database's locale. What is joined by
-- hyphens is found as a whole and by its parts: 123456 of APP-2026-123456, Амгалан of Энх-Амгалан. In plpgsql, which
-- plans its expressions once per session and not at each application; bodies name the schema, because a restored dump
-- fills generated columns with an empty search path.
create function desk_spelling(p_text text) returns text language plpgsql immutable parallel safe
  as $$ begin
    return regexp_replace(translate(tamga.fold_words(p_text), 'өүё', 'оуе'),
      '[^a-z0-9\u00c0-\u1fff\u2e80-\ud7ff-]+', ' ', 'g');
  end $$;
create function desk_words(p_text text) returns tsvector language plpgsql immutable parallel safe
  as $$ declare
    spelling text := tamga.desk_spelling(p_text);
  begin
    return array_to_tsvector(array_remove(string_to_array(
      spelling || ' ' || translate(spelling, '-', ' '), ' '), ''));
  end $$;
create function desk_query(p_text text) returns tsquery language sql immutable parallel safe
  as $$
    select string_agg(format('''%s'':*', word), ' & ')::tsquery
    from regexp_split_to_table(tamga.desk_spelling(p_text), '(^| )-+|-*( |$)') as word where word <> ''
  $$;

alter table gov_applications add column desk_words tsvector generated always as (
  case when fulfilment = 'manual' then desk_words(
    reference_no || ' ' || substr(reference_no, 5) || ' ' || service_code || ' '
    -- No word of a tsvector may be longer than 2046 bytes, whatever somebody is called.
    || left(coalesce(applicant ->> 'full_name', ''), 200) || ' '
    || left(coalesce(applicant ->> 'full_name_en', ''), 200) || ' '
    || coalesce(service_name ->> 'mn', '') || ' ' || coalesce(service_name ->> 'en', '')) end) stored;
-- What waits to be merged into the index is read by every search and merged by whoever applies next: keep it short.
create index gov_applications_words on gov_applications using gin (desk_words) with (gin_pending_list_limit = 512);

-- As the owner: row-level security lets no index be searched by words, since @@ might tell of rows it may not show, and
-- hides how common a word is. The plan is made for each search: a rare word is looked up, a common one is soon met on a
-- walk through what is due first. To anybody but an officer it tells nothing, nor to an officer of their own
-- applications; the rows themselves are still read by the caller. A null leaves its condition out; `p_running` asks for
-- open cases whose clock runs.
create function find_cases(p_words text, p_status text, p_held_by uuid, p_unheld boolean, p_running boolean,
    p_due_from timestamptz, p_due_before timestamptz, p_after_due timestamptz, p_after_submitted timestamptz,
    p_after_id uuid, p_most integer) returns setof uuid
  language plpgsql stable rows 50 security definer
  set search_path = tamga, pg_temp set plan_cache_mode = force_custom_plan
  as $$
  declare
    asked tsquery := desk_query(p_words);
    officer uuid := app_user_id();
  begin
    if app_role() <> 'officer' then return; end if;
    return query select id from gov_applications
      where fulfilment = 'manual' and user_id <> officer and desk_words @@ asked
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
  end $$;
revoke all on function find_cases from public;
grant execute on function find_cases to tamga_app;
