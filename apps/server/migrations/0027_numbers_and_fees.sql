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
