-- Children whom the state register names for an officer, of any age: nobody decides for their own child.
create table officer_children (
  user_id    uuid primary key references users (id),
  civil_ids  text[] not null,
  checked_at timestamptz not null
);
alter table officer_children enable row level security;
create policy officer_children_platform on officer_children using (app_role() = 'system');
grant select, insert, update (civil_ids, checked_at) on officer_children to tamga_app;

-- Owners of cases in which a person has an interest: themselves, organisations that they belong to or act for, people
-- who authorised them, and their children.
create function conflict_owners(p_user uuid) returns uuid[]
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    with people (id) as (
      select p_user
      union select u.id from officer_children c join users u on u.civil_id = any (c.civil_ids) where c.user_id = p_user
      union select a.grantor_id from authorisations a
        where a.receiver_id = p_user and a.state = 'accepted' and a.organisation_id is null)
    select array(
      select id from people where id is not null
      union select p.id from acting_parties p join people on people.id = p.user_id
      union select p.id from acting_parties p join organisation_members m on m.org_id = p.organisation_id
        where m.user_id = p_user
      union select p.id from acting_parties p join authorisations a on a.organisation_id = p.organisation_id
        where a.receiver_id = p_user and a.state = 'accepted'
      union select p.id from acting_parties p join officer_children c on p.civil_id = any (c.civil_ids)
        where c.user_id = p_user)
  $$;
create function app_conflict_owners() returns uuid[] language sql stable
  as $$ select tamga.conflict_owners(tamga.app_user_id()) $$;
-- Who filed a case for somebody has an interest in it as well.
create function has_conflict(p_user uuid, p_application uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from gov_applications a where a.id = p_application
      and (a.user_id = p_user or a.owner_id = any (conflict_owners(p_user))))
  $$;
create or replace function is_stake_case(p_application uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select app_role() = 'officer' and has_conflict(app_user_id(), p_application) $$;
revoke all on function conflict_owners(uuid), app_conflict_owners(), has_conflict(uuid, uuid) from public;
grant execute on function conflict_owners(uuid), app_conflict_owners(), has_conflict(uuid, uuid) to tamga_app;

-- Hidden from the officer at the desk, whatever else a policy shows; the papers and events are hidden with the case.
create policy gov_applications_conflict on gov_applications as restrictive
  using (app_role() <> 'officer'
    or (user_id <> app_user_id() and not owner_id = any ((select app_conflict_owners())::uuid[])));
