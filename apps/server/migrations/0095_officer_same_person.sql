-- A person may have two accounts: one by eID, and one as a super administrator, which carries no civil id. A conflict of
-- interest is one of people, so accounts of one person are compared as one.
create function person_accounts(p_user uuid) returns uuid[]
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    with known as (
      select civil_id, national_id from users where id = p_user
      union select civil_id, national_id from superadmin_accounts where user_id = p_user)
    select array(
      select p_user where p_user is not null
      union select u.id from users u join known k on k.civil_id = u.civil_id
      union select u.id from users u join known k on k.national_id = u.national_id
      union select s.user_id from superadmin_accounts s join known k on k.civil_id = s.civil_id
      union select s.user_id from superadmin_accounts s join known k on k.national_id = s.national_id)
  $$;
create function app_own_accounts() returns uuid[] language sql stable
  as $$ select tamga.person_accounts(tamga.app_user_id()) $$;
revoke all on function person_accounts(uuid), app_own_accounts() from public;
grant execute on function person_accounts(uuid), app_own_accounts() to tamga_app;

-- Kept for parents as well as for officers: messages about a child go to those whom the register named last.
alter table officer_children rename to known_children;
alter policy officer_children_platform on known_children rename to known_children_platform;
create index known_children_named on known_children using gin (civil_ids);

-- As before, of the person and not of the account. Who ends an authorisation does not decide for its grantor for 30 days.
create or replace function conflict_owners(p_user uuid) returns uuid[]
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    with me (id) as (select unnest(person_accounts(p_user))),
    received as (
      select a.grantor_id, a.organisation_id from authorisations a join me on me.id = a.receiver_id
      where a.accepted_at is not null and (a.state = 'accepted' or a.ended_at > now() - interval '30 days')),
    people (id) as (
      select id from me
      union select u.id from known_children c join me on me.id = c.user_id join users u on u.civil_id = any (c.civil_ids)
      union select unnest(person_accounts(grantor_id)) from received where organisation_id is null)
    select array(
      select id from people
      union select p.id from acting_parties p join people on people.id = p.user_id
      union select p.id from acting_parties p join organisation_members m on m.org_id = p.organisation_id
        join me on me.id = m.user_id
      union select p.id from acting_parties p join received r on r.organisation_id = p.organisation_id
      union select p.id from acting_parties p join known_children c on p.civil_id = any (c.civil_ids)
        join me on me.id = c.user_id)
  $$;
create or replace function has_conflict(p_user uuid, p_application uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from gov_applications a where a.id = p_application
      and (a.user_id = any (person_accounts(p_user)) or a.owner_id = any (conflict_owners(p_user))))
  $$;
drop policy gov_applications_conflict on gov_applications;
create policy gov_applications_conflict on gov_applications as restrictive
  using (app_role() <> 'officer' or (not user_id = any ((select app_own_accounts())::uuid[])
    and not owner_id = any ((select app_conflict_owners())::uuid[])));
create or replace function app_has_stake(p_party uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from acting_parties p where p.id = p_party and (p.user_id = any (app_own_accounts())
      or exists (select from organisation_members m
        where m.org_id = p.organisation_id and m.user_id = any (app_own_accounts()))))
  $$;
create or replace function withdraw_fee(p_application uuid) returns table (id uuid, amount bigint, invoice_id text)
  language sql volatile security definer set search_path = tamga, pg_temp
  as $$
    update gov_payments p set status = 'cancelled'
    where p.application_id = p_application and p.status = 'pending'
      and case app_role()
        when 'system' then true
        when 'officer' then not has_conflict(app_user_id(), p_application) and exists (select from gov_applications a
          where a.id = p_application and array[a.authority_id::text, '*'] && (select case_authorities()))
        else p.owner_id = any (app_owner_ids())
      end
    returning p.id, p.amount, p.invoice_id
  $$;

-- Nobody erases themself through their other account, and the copy of the register goes with the person.
create function end_erased() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      if new.user_id = any (person_accounts(new.decided_by)) then
        raise exception 'nobody decides about themself' using errcode = 'insufficient_privilege';
      end if;
      delete from known_children where user_id = new.user_id;
      return null;
    end
  $$;
create trigger erasure_requests_done after update on erasure_requests
  for each row when (new.state = 'done') execute function end_erased();
revoke all on function end_erased() from public;
