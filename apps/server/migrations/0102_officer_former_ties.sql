-- A tie that ended less than 30 days ago is still one: leaving a company for two seconds must not open its case.
create table former_members (
  user_id  uuid not null references users (id),
  org_id   uuid not null references organisations (id) on delete cascade,
  ended_at timestamptz not null default now(),
  primary key (user_id, org_id)
);
create table former_children (
  user_id  uuid not null references users (id),
  civil_id text not null check (length(civil_id) <= 40),
  ended_at timestamptz not null default now(),
  primary key (user_id, civil_id)
);
-- Accounts of people whom the state register named for an organisation, member or not, and when it last did.
create table register_ties (
  user_id  uuid not null references users (id),
  org_id   uuid not null references organisations (id) on delete cascade,
  named_at timestamptz not null,
  primary key (user_id, org_id)
);
create index former_members_org on former_members (org_id);
create index register_ties_org on register_ties (org_id);
-- When the register was last asked whom it names for the organisation.
alter table organisations add column ties_asked_at timestamptz;
grant update (ties_asked_at) on organisations to tamga_app;
-- Waiting cases about which administrators and registrars were told that nobody may decide them.
create table unattended_notices (
  application_id uuid primary key references gov_applications (id) on delete cascade,
  told_at        timestamptz not null
);
alter table former_members enable row level security;
alter table former_children enable row level security;
alter table register_ties enable row level security;
alter table unattended_notices enable row level security;
create policy former_members_platform on former_members using (app_role() = 'system');
create policy former_children_platform on former_children using (app_role() = 'system');
create policy register_ties_platform on register_ties using (app_role() = 'system');
create policy unattended_notices_platform on unattended_notices using (app_role() = 'system');
grant select, delete on former_members, former_children to tamga_app;
grant select, insert, update (named_at), delete on register_ties to tamga_app;
grant select, insert, delete on unattended_notices to tamga_app;

-- By trigger, because a membership ends in many ways; an organisation that is deleted has no cases left.
create function keep_former_member() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      insert into former_members (user_id, org_id)
        select old.user_id, o.id from organisations o where o.id = old.org_id
        on conflict (user_id, org_id) do update set ended_at = excluded.ended_at;
      return null;
    end
  $$;
create trigger organisation_members_former after delete on organisation_members
  for each row execute function keep_former_member();
create function keep_former_children() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      insert into former_children (user_id, civil_id)
        select old.user_id, gone.id from (select unnest(old.civil_ids) except select unnest(new.civil_ids)) as gone (id)
        on conflict (user_id, civil_id) do update set ended_at = excluded.ended_at;
      return null;
    end
  $$;
create trigger known_children_former after update on known_children
  for each row when (old.civil_ids <> new.civil_ids) execute function keep_former_children();
create or replace function end_erased() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      if new.user_id = any (person_accounts(new.decided_by)) then
        raise exception 'nobody decides about themself' using errcode = 'insufficient_privilege';
      end if;
      delete from known_children where user_id = new.user_id;
      delete from former_children where user_id = new.user_id;
      delete from former_members where user_id = new.user_id;
      delete from register_ties where user_id = new.user_id;
      return null;
    end
  $$;
revoke all on function keep_former_member(), keep_former_children(), end_erased() from public;

-- As before, with ties that ended less than 30 days ago, and organisations for which the register names the person.
create or replace function conflict_owners(p_user uuid) returns uuid[]
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    with me (id) as (select unnest(person_accounts(p_user))),
    received as (
      select a.grantor_id, a.organisation_id from authorisations a join me on me.id = a.receiver_id
      where a.accepted_at is not null and (a.state = 'accepted' or a.ended_at > now() - interval '30 days')),
    children (civil_id) as (
      select unnest(c.civil_ids) from known_children c join me on me.id = c.user_id
      union select f.civil_id from former_children f join me on me.id = f.user_id
        where f.ended_at > now() - interval '30 days'),
    tied (org_id) as (
      select m.org_id from organisation_members m join me on me.id = m.user_id
      union select f.org_id from former_members f join me on me.id = f.user_id
        where f.ended_at > now() - interval '30 days'
      union select t.org_id from register_ties t join me on me.id = t.user_id
        where t.named_at > now() - interval '30 days'
      union select organisation_id from received where organisation_id is not null),
    people (id) as (
      select id from me
      union select u.id from children join users u on u.civil_id = children.civil_id
      union select unnest(person_accounts(grantor_id)) from received where organisation_id is null)
    select array(
      select id from people
      union select p.id from acting_parties p join people on people.id = p.user_id
      union select p.id from acting_parties p join tied on tied.org_id = p.organisation_id
      union select p.id from acting_parties p join children on children.civil_id = p.civil_id)
  $$;

-- Officers of an authority from day to day; administrators decide by role and do not count.
create function desk_officers(p_authority uuid) returns setof uuid
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select distinct u.id from officer_authorities o join users u on u.id = o.user_id
    where (o.authority_id = p_authority or o.authority_id is null) and u.active and u.deleted_at is null and u.role_id > 2
      and exists (select from role_permissions p where p.role_id = u.role_id and p.permission = 'gov.review')
  $$;
create or replace function authority_officers(p_authority uuid) returns bigint
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select count(*) from desk_officers(p_authority) $$;
-- Waiting cases in which every officer of the authority has an interest. Those of one officer are found first, so that
-- the others are only compared with these few.
create function conflicted_cases() returns table (id uuid, authority_id uuid)
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    with one as materialized (
      select t.id as authority_id, first.officer
      from authorities t cross join lateral (select officer from desk_officers(t.id) as officer order by 1 limit 1) first),
    people as materialized (select distinct officer from one),
    touched as (
      select p.officer, a.id from people p cross join lateral unnest(conflict_owners(p.officer)) as tie (owner)
        join gov_applications a on a.owner_id = tie.owner
      union select p.officer, a.id from people p cross join lateral unnest(person_accounts(p.officer)) as account (id)
        join gov_applications a on a.user_id = account.id),
    found as materialized (
      select a.id, a.authority_id from touched join gov_applications a on a.id = touched.id
        join one on one.officer = touched.officer and one.authority_id = a.authority_id
      where a.fulfilment = 'manual' and a.status in ('submitted', 'registered', 'in_review', 'info_required', 'approved'))
    select f.id, f.authority_id from found f
    where not exists (select from desk_officers(f.authority_id) as officer where not has_conflict(officer, f.id))
  $$;
-- Takes cases from holders who have an interest in them; of one person, if given.
create function release_conflicted_cases(p_user uuid, p_now timestamptz)
    returns table (id uuid, holder uuid, reference_no text, service_name jsonb)
  language sql volatile security definer set search_path = tamga, pg_temp
  as $$
    with holders as materialized (
      select held.holder, person_accounts(held.holder) as own, conflict_owners(held.holder) as owners from (
        select distinct a.assigned_to as holder from gov_applications a
        where a.assigned_to is not null and a.fulfilment = 'manual' and (p_user is null or a.assigned_to = p_user)
          and a.status in ('submitted', 'registered', 'in_review', 'info_required', 'approved')) held
    ), lost as (
      select a.id, h.holder from holders h join gov_applications a on a.assigned_to = h.holder
      where a.fulfilment = 'manual' and a.status in ('submitted', 'registered', 'in_review', 'info_required', 'approved')
        and (a.user_id = any (h.own) or a.owner_id = any (h.owners))
      for update of a
    ), freed as (
      update gov_applications a set assigned_to = null, assigned_by = null, assigned_at = null, updated_at = p_now
      from lost where a.id = lost.id
      returning a.id, lost.holder, a.user_id, a.party_id, a.status, a.reference_no, a.service_name
    ), noted as (
      insert into gov_application_events (application_id, user_id, party_id, actor_role, from_status, to_status, type, created_at)
      select id, user_id, party_id, 'system', status, status, 'released', p_now from freed
    )
    select freed.id, freed.holder, freed.reference_no, freed.service_name from freed
  $$;
revoke all on function desk_officers(uuid), conflicted_cases(), release_conflicted_cases(uuid, timestamptz) from public;
grant execute on function desk_officers(uuid), conflicted_cases(), release_conflicted_cases(uuid, timestamptz)
  to tamga_app;
