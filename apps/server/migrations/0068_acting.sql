-- For whom a person acts. An organisation has one row for as long as it exists; a person has one once they authorised
-- somebody, and a child once a parent asked whom they may act for.
create table acting_parties (
  id              uuid primary key default gen_random_uuid(),
  kind            text not null check (kind in ('organisation', 'person', 'child')),
  organisation_id uuid unique references organisations (id) on delete cascade,
  user_id         uuid unique references users (id),
  -- Of a child, as the register gave it last.
  civil_id        text unique check (length(civil_id) <= 40),
  name            text not null default '' check (length(name) <= 200),
  name_en         text not null default '' check (length(name_en) <= 200),
  born_on         date,
  check ((kind = 'organisation') = (organisation_id is not null)),
  check ((kind = 'person') = (user_id is not null)),
  check ((kind = 'child') = (civil_id is not null) and (kind = 'child') = (born_on is not null))
);
insert into acting_parties (kind, organisation_id) select 'organisation', id from organisations;
create function open_acting_party() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      insert into acting_parties (kind, organisation_id) values ('organisation', new.id);
      return null;
    end
  $$;
create trigger organisations_acted_for after insert on organisations
  for each row execute function open_acting_party();
alter table acting_parties enable row level security;
create policy acting_parties_read on acting_parties for select
  using (app_role() = 'system' or user_id = app_user_id());
create policy acting_parties_open on acting_parties for insert with check (app_role() = 'system');
create policy acting_parties_rename on acting_parties for update using (app_role() = 'system');
grant select, insert on acting_parties to tamga_app;
grant update (name, name_en, born_on) on acting_parties to tamga_app;

-- The party that the server has checked for this request; nothing set means that the caller acts for themselves. Who
-- acts by an authorisation has a list behind it: the kinds of records that it opens, beside what they did themselves.
create function app_party_id() returns uuid language sql stable parallel safe
  as $$ select nullif(split_part(current_setting('app.party_id', true), '/', 1), '')::uuid $$;
create function app_sees_party(p_kind text) returns boolean language sql stable parallel safe
  as $$
    select coalesce(strpos(current_setting('app.party_id', true), '/') = 0
      or p_kind = any (string_to_array(split_part(current_setting('app.party_id', true), '/', 2), ',')), true)
  $$;
create function app_party_keeper() returns uuid language sql stable parallel safe
  as $$ select case when strpos(current_setting('app.party_id', true), '/') > 0 then tamga.app_user_id() end $$;
-- Owners of the records that the caller may see: the caller, the party they act for, and the caller as a party.
create function app_owner_ids() returns uuid[] language sql stable
  as $$
    select array_remove(array[tamga.app_user_id(), tamga.app_party_id()], null)
      || array(select id from tamga.acting_parties where user_id = tamga.app_user_id())
  $$;
-- Owners whose records are shown together: a person's own, and what others did in their name.
create function owners_of(p_owner uuid) returns uuid[] language sql stable
  as $$ select p_owner || array(select id from tamga.acting_parties where user_id = p_owner) $$;
-- Conflict of interest: nobody decides for an organisation they belong to, or what was asked for in their own name.
create function app_has_stake(p_party uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from acting_parties p where p.id = p_party and (p.user_id = app_user_id()
      or exists (select from organisation_members m
        where m.org_id = p.organisation_id and m.user_id = app_user_id())))
  $$;
-- The person who acts, kept with what they do for a party: officers and colleagues cannot read people.
create function app_acting_name() returns text language sql stable
  as $$
    select coalesce((select concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, '')) from tamga.users u
      where u.id = tamga.app_user_id() and tamga.app_party_id() is not null), '')
  $$;
revoke all on function open_acting_party(), app_owner_ids(), owners_of(uuid), app_has_stake(uuid), app_acting_name()
  from public;
grant execute on function app_owner_ids(), owners_of(uuid), app_has_stake(uuid), app_acting_name() to tamga_app;

-- `user_id` stays the person who acted, `party_id` says for whom, and the owner is whoever the record belongs to.
alter table gov_applications
  add column party_id uuid default app_party_id() references acting_parties (id),
  add column owner_id uuid generated always as (coalesce(party_id, user_id)) stored,
  -- The person who applied for the party; the applicant is the party.
  add column filed_by jsonb;
create index gov_applications_of_owner on gov_applications (owner_id, submitted_at desc, seq desc);
create index gov_applications_party on gov_applications (party_id) where party_id is not null;
drop policy gov_applications_read on gov_applications;
create policy gov_applications_read on gov_applications for select
  using (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system'
    or (app_role() = 'officer' and array[agency, '*'] && (select case_authorities())
      and (party_id is null or not app_has_stake(party_id))));
drop policy gov_applications_apply on gov_applications;
create policy gov_applications_apply on gov_applications for insert
  with check ((user_id = app_user_id() and party_id is not distinct from app_party_id() and app_role() <> 'officer')
    or app_role() = 'system');
drop policy gov_applications_move on gov_applications;
create policy gov_applications_move on gov_applications for update
  using (case app_role()
    when 'system' then true
    when 'officer' then user_id <> app_user_id() and array[agency, '*'] && (select case_authorities())
      and (party_id is null or not app_has_stake(party_id))
    else owner_id = any ((select app_owner_ids())::uuid[]) end);

-- Tells an officer why a case is hidden from them: that it is a case of their own organisation.
create function is_stake_case(p_application uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select app_role() = 'officer' and exists (select from gov_applications a
      where a.id = p_application and a.party_id is not null and app_has_stake(a.party_id))
  $$;
revoke all on function is_stake_case(uuid) from public;
grant execute on function is_stake_case(uuid) to tamga_app;

-- Events and papers are visible with their application or draft: the subselects are themselves under a policy.
alter table gov_application_events
  add column party_id uuid references acting_parties (id),
  add column owner_id uuid generated always as (coalesce(party_id, user_id)) stored,
  add column actor_name text not null default app_acting_name() check (length(actor_name) <= 400);
create index gov_application_events_party on gov_application_events (party_id) where party_id is not null;
drop policy gov_application_events_read on gov_application_events;
create policy gov_application_events_read on gov_application_events for select
  using (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));
drop policy gov_application_events_append on gov_application_events;
create policy gov_application_events_append on gov_application_events for insert
  with check (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));

-- One draft per owner and service, which all share who may act for the owner; each holder of an authorisation has one
-- of their own.
alter table gov_drafts
  drop constraint gov_drafts_pkey,
  add primary key (id),
  add column party_id uuid default app_party_id() references acting_parties (id),
  add column owner_id uuid generated always as (coalesce(party_id, user_id)) stored,
  add column kept_by uuid default app_party_keeper();
alter table gov_drafts drop constraint gov_drafts_id_key;
create unique index gov_drafts_of_owner on gov_drafts (owner_id, service_id, kept_by) nulls not distinct;
create index gov_drafts_person on gov_drafts (user_id);
create index gov_drafts_party on gov_drafts (party_id) where party_id is not null;
drop policy gov_drafts_own on gov_drafts;
create policy gov_drafts_own on gov_drafts
  using ((owner_id = coalesce(app_party_id(), app_user_id()) and kept_by is not distinct from app_party_keeper())
    or app_role() = 'system');

alter table gov_files
  add column party_id uuid default app_party_id() references acting_parties (id),
  add column owner_id uuid generated always as (coalesce(party_id, user_id)) stored;
create index gov_files_party on gov_files (party_id) where party_id is not null;
drop policy gov_files_read on gov_files;
create policy gov_files_read on gov_files for select
  using (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));
drop policy gov_files_add on gov_files;
create policy gov_files_add on gov_files for insert
  with check ((user_id = app_user_id() and party_id is not distinct from app_party_id() and app_role() <> 'officer')
    or app_role() = 'system');
drop policy gov_files_change on gov_files;
create policy gov_files_change on gov_files for update
  using ((owner_id = any ((select app_owner_ids())::uuid[]) and app_role() <> 'officer') or app_role() = 'system');
drop policy gov_files_remove on gov_files;
create policy gov_files_remove on gov_files for delete
  using ((owner_id = any ((select app_owner_ids())::uuid[]) and app_role() <> 'officer') or app_role() = 'system');

-- A paper of a party stays its own, whoever sent it.
alter table stored_files add column party_id uuid default app_party_id() references acting_parties (id);
create index stored_files_party on stored_files (party_id) where party_id is not null;
drop policy stored_files_read on stored_files;
create policy stored_files_read on stored_files for select
  using (coalesce(party_id, user_id) = any ((select app_owner_ids())::uuid[]) or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_files f where f.id = stored_files.id)));
drop policy stored_files_add on stored_files;
create policy stored_files_add on stored_files for insert
  with check ((user_id = app_user_id() and party_id is not distinct from app_party_id() and app_role() <> 'officer')
    or app_role() = 'system');
drop policy stored_files_change on stored_files;
create policy stored_files_change on stored_files for update
  using ((coalesce(party_id, user_id) = any ((select app_owner_ids())::uuid[]) and app_role() <> 'officer')
    or app_role() = 'system');

alter table gov_decision_signatures add column party_id uuid references acting_parties (id);
create index gov_decision_signatures_party on gov_decision_signatures (party_id) where party_id is not null;
drop policy gov_decision_signatures_read on gov_decision_signatures;
create policy gov_decision_signatures_read on gov_decision_signatures for select
  using (coalesce(party_id, user_id) = any ((select app_owner_ids())::uuid[]) or officer_id = app_user_id()
    or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));

alter table gov_references
  add column party_id uuid references acting_parties (id),
  add column owner_id uuid generated always as (coalesce(party_id, user_id)) stored;
create index gov_references_of_owner on gov_references (owner_id, issued_at desc, id);
create index gov_references_party on gov_references (party_id) where party_id is not null;
drop policy gov_references_own on gov_references;
create policy gov_references_own on gov_references for select
  using (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system');
drop policy gov_references_issue on gov_references;
create policy gov_references_issue on gov_references for insert
  with check (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system'
    or (app_role() = 'officer' and exists (
      select from gov_applications a where a.id = gov_references.application_id and a.owner_id = gov_references.owner_id)));
alter table issued_documents add column party_id uuid default app_party_id() references acting_parties (id);
create index issued_documents_party on issued_documents (party_id) where party_id is not null;
drop policy issued_documents_own on issued_documents;
create policy issued_documents_own on issued_documents for select
  using (coalesce(party_id, user_id) = any ((select app_owner_ids())::uuid[]) or app_role() = 'system');

alter table gov_payments
  add column party_id uuid default app_party_id() references acting_parties (id),
  -- The party and the person who acted, as the receipt names them; null: the person alone.
  add column payer jsonb,
  add column owner_id uuid generated always as (coalesce(party_id, user_id)) stored;
create index gov_payments_of_owner on gov_payments (owner_id, status, created_at desc);
create index gov_payments_party on gov_payments (party_id) where party_id is not null;
drop policy gov_payments_own on gov_payments;
create policy gov_payments_own on gov_payments for select
  using (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system');
drop policy gov_payments_ask on gov_payments;
create policy gov_payments_ask on gov_payments for insert
  with check ((user_id = app_user_id() and party_id is not distinct from app_party_id()) or app_role() = 'system');
drop policy gov_payments_move on gov_payments;
create policy gov_payments_move on gov_payments for update
  using (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system');
drop policy gov_payment_receipts_own on gov_payment_receipts;
create policy gov_payment_receipts_own on gov_payment_receipts for select
  using (exists (select from gov_payments p
    where p.id = payment_id and p.owner_id = any ((select app_owner_ids())::uuid[])));
create or replace function withdraw_fee(p_application uuid) returns table (id uuid, amount bigint, invoice_id text)
  language sql volatile security definer set search_path = tamga, pg_temp
  as $$
    update gov_payments p set status = 'cancelled'
    where p.application_id = p_application and p.status = 'pending'
      and case app_role()
        when 'system' then true
        when 'officer' then p.user_id <> app_user_id() and (p.party_id is null or not app_has_stake(p.party_id))
          and exists (select from gov_applications a
            where a.id = p_application and array[a.agency, '*'] && (select case_authorities()))
        else p.owner_id = any (app_owner_ids())
      end
    returning p.id, p.amount, p.invoice_id
  $$;

alter table appointments
  add column party_id uuid default app_party_id() references acting_parties (id),
  add column owner_id uuid generated always as (coalesce(party_id, user_id)) stored,
  add column booked_by text not null default app_acting_name() check (length(booked_by) <= 400);
create index appointments_of_owner on appointments (owner_id, scheduled_at);
create index appointments_party on appointments (party_id) where party_id is not null;
drop policy appointments_own on appointments;
create policy appointments_own on appointments
  using (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system');

-- Messages about a party's record go to the person who acted for it, or to its first owner once that person may no
-- longer act for it.
create function party_reader(p_party uuid, p_user uuid) returns uuid
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select case p.kind when 'person' then p_user
      when 'child' then case when p.born_on > current_date - interval '18 years' then p_user end
      else coalesce(
      (select m.user_id from organisation_members m
        where m.org_id = p.organisation_id and m.user_id = p_user and m.role in ('owner', 'admin')),
      (select m.user_id from organisation_members m
        where m.org_id = p.organisation_id and m.role = 'owner' order by m.created_at, m.user_id limit 1)) end
    from acting_parties p where p.id = p_party
  $$;
-- Whether a person takes part in an organisation that has applied for something.
create function is_party_member(p_user uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from organisation_members m join acting_parties p on p.organisation_id = m.org_id
      join gov_applications a on a.party_id = p.id where m.user_id = p_user)
  $$;
revoke all on function party_reader(uuid, uuid), is_party_member(uuid) from public;
grant execute on function party_reader(uuid, uuid), is_party_member(uuid) to tamga_app;
drop policy notifications_tell on notifications;
create policy notifications_tell on notifications for insert
  with check (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and (
      exists (select from gov_applications a where a.user_id = notifications.user_id)
      or exists (select from gov_handovers h
        where h.by_id = app_user_id() and notifications.user_id in (h.from_id, h.to_id))))
    or ((app_role() = 'officer' or app_party_id() is not null) and is_party_member(user_id)));

-- As before, without the cases of the officer's own organisations.
create or replace function find_cases(p_words text, p_status text, p_held_by uuid, p_unheld boolean, p_running boolean,
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

-- An authorisation opens what its holder did under it, not everything that others did for the same party.
create policy gov_applications_limited on gov_applications as restrictive
  using (party_id is null or user_id = app_user_id() or app_sees_party('apply'));
create policy gov_application_events_limited on gov_application_events as restrictive
  using (party_id is null or user_id = app_user_id() or app_sees_party('apply'));
create policy gov_files_limited on gov_files as restrictive
  using (party_id is null or user_id = app_user_id() or app_sees_party('apply'));
create policy stored_files_limited on stored_files as restrictive
  using (party_id is null or user_id = app_user_id() or app_sees_party('apply'));
create policy gov_decision_signatures_limited on gov_decision_signatures as restrictive
  using (party_id is null or user_id = app_user_id() or app_sees_party('apply'));
create policy gov_references_limited on gov_references as restrictive
  using (party_id is null or user_id = app_user_id() or app_sees_party('apply'));
create policy issued_documents_limited on issued_documents as restrictive
  using (party_id is null or user_id = app_user_id() or app_sees_party('apply'));
create policy gov_payments_limited on gov_payments as restrictive
  using (party_id is null or user_id = app_user_id() or app_sees_party('pay'));
create policy appointments_limited on appointments as restrictive
  using (party_id is null or user_id = app_user_id() or app_sees_party('book'));
