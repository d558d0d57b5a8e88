-- News about a record of a party, until a job has asked the register who may act for the party and written to them.
create table party_news (
  id         uuid primary key default gen_random_uuid(),
  party_id   uuid not null references acting_parties (id) on delete cascade,
  -- The person who made the record.
  user_id    uuid not null references users (id),
  news       jsonb not null,
  created_at timestamptz not null
);
create index party_news_party on party_news (party_id);
create index party_news_person on party_news (user_id);
alter table party_news enable row level security;
create policy party_news_platform on party_news using (app_role() = 'system');
create policy party_news_write on party_news for insert
  with check (party_id = any ((select app_owner_ids())::uuid[]) or (app_role() = 'officer'
    and exists (select from gov_applications a where a.party_id = party_news.party_id)));
grant select, insert, delete on party_news to tamga_app;

-- Whether a person holds an authorisation of the party for this act; null is an act that belongs to no service.
create function is_authorised(p_user uuid, p_party uuid, p_act text, p_service uuid, p_now timestamptz) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from acting_parties p join authorisations a on (p.kind = 'person' and a.organisation_id is null
        and a.grantor_id = p.user_id) or a.organisation_id = p.organisation_id
      where p.id = p_party and a.receiver_id = p_user and authorisation_holds(a.id, p_now)
        and (a.canonical::jsonb -> 'purposes') ? p_act
        and (a.canonical::jsonb -> 'services' = '"all"'
          or a.canonical::jsonb -> 'services' @> jsonb_build_array(jsonb_build_object('id', p_service))))
  $$;
-- The one rule of who is told about a record of a party: those who may act for it now. A person is always told what is
-- done in their name; an organisation through the person who acted while they act by an own right, and otherwise through
-- everybody whom the register names; a child through the parents whom the register named last. Who acted by an
-- authorisation is told as well, while it holds.
create function party_recipients(p_party uuid, p_user uuid, p_act text, p_service uuid, p_now timestamptz, p_today date)
    returns uuid[]
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    with members as (
      select m.user_id, m.proven_at from acting_parties p join organisations o on o.id = p.organisation_id
        join organisation_members m on m.org_id = o.id
      where p.id = p_party and o.verified and o.named_until > p_now
        and effective_role(m.role, o.verified, m.proven_at, m.appointed_at, o.named_until) <> 'member'),
    told (id) as (
      select p.user_id from acting_parties p where p.id = p_party and p.kind = 'person'
      union select c.user_id from acting_parties p join known_children c on c.civil_ids @> array[p.civil_id]
        where p.id = p_party and p.kind = 'child' and p.born_on > p_today - interval '18 years'
      union select user_id from members where user_id = p_user
      union select user_id from members where proven_at is not null
        and not exists (select from members where user_id = p_user)
      union select p_user where is_authorised(p_user, p_party, p_act, p_service, p_now))
    select array(select u.id from told join users u on u.id = told.id where u.active and u.deleted_at is null order by u.id)
  $$;
revoke all on function is_authorised(uuid, uuid, text, uuid, timestamptz),
  party_recipients(uuid, uuid, text, uuid, timestamptz, date) from public;
grant execute on function is_authorised(uuid, uuid, text, uuid, timestamptz),
  party_recipients(uuid, uuid, text, uuid, timestamptz, date) to tamga_app;

-- Whose data a record is: of the person in whose name it was made. Reads as its owner, because officers see no parties.
create function party_person(p_party uuid) returns uuid
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select user_id from acting_parties where id = p_party $$;
revoke all on function party_person(uuid) from public;
grant execute on function party_person(uuid) to tamga_app;

-- Only that job writes to others about a party.
drop policy notifications_tell on notifications;
create policy notifications_tell on notifications for insert
  with check (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and (
      exists (select from gov_applications a where a.user_id = notifications.user_id and a.party_id is null)
      or exists (select from gov_handovers h
        where h.by_id = app_user_id() and notifications.user_id in (h.from_id, h.to_id)))));
drop function party_reader(uuid, uuid), is_party_member(uuid);

-- Who may apply asks for the fee of the application; seeing and paying it needs the right to pay.
drop policy gov_payments_limited on gov_payments;
create policy gov_payments_limited on gov_payments as restrictive
  using (party_id is null or ((user_id = app_user_id() or app_sees_party('pay'))
    and app_party_reaches('pay', application_service(application_id))))
  with check (party_id is null or app_party_reaches('pay', application_service(application_id))
    or app_party_reaches('apply', application_service(application_id)));
