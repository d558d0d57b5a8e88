-- Six digits are enough for most countries in most years; where they run out, a number is drawn with nine.
alter table gov_references
  drop constraint gov_references_reference_no_check,
  add constraint gov_references_reference_no_check check (reference_no ~ '^REF-\d{4}-\d{6,9}$');

-- A fee is withdrawn by whoever owes it, by an officer for others, or by the platform itself; holding an application's
-- id was enough before.
create or replace function withdraw_fee(p_application uuid) returns table (id uuid, amount bigint, invoice_id text)
  language sql volatile security definer set search_path = tamga, pg_temp
  as $$
    update gov_payments p set status = 'cancelled'
    where p.application_id = p_application and p.status = 'pending'
      and case app_role()
        when 'system' then true
        when 'officer' then p.user_id <> app_user_id()
        else p.user_id = app_user_id()
      end
    returning p.id, p.amount, p.invoice_id
  $$;

-- As before, and without words it finds every case: so the lists of the desk are counted by what finds them, with plans
-- that know how many rows to expect.
create or replace function find_cases(p_words text, p_status text, p_held_by uuid, p_unheld boolean, p_running boolean,
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
      where fulfilment = 'manual' and user_id <> officer and (p_words is null or desk_words @@ asked)
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
