-- Rights to act for an organisation come from a person whom the register names today, or from somebody whom such a
-- person appointed. `proven_at` says since when the register names the member, and is empty when it no longer does.
alter table organisation_members
  -- When the register last confirmed the member; empty until it was asked for the first time.
  add column checked_at timestamptz,
  -- The named person who gave this role, after their proof.
  add column appointed_by uuid references users (id),
  add column appointed_at timestamptz,
  add check ((appointed_by is null) = (appointed_at is null));
create index organisation_members_to_check on organisation_members (checked_at nulls first) where proven_at is not null;
create index organisation_members_appointed_by on organisation_members (appointed_by) where appointed_by is not null;
-- Until when the newest answer of the register counts; empty while it names nobody of the organisation, and then nobody
-- acts. It stays empty after this migration until each proof was asked for again.
alter table organisations add column named_until timestamptz;
-- An appointment from before is kept only where the invitation of a person who was proven by then is still on record.
update organisation_members m set appointed_by = i.invited_by, appointed_at = i.accepted_at
  from organisation_invitations i join organisation_members by on by.org_id = i.org_id and by.user_id = i.invited_by
  where i.org_id = m.org_id and i.accepted_by = m.user_id and i.role = m.role and m.role <> 'member'
    and by.proven_at <= i.created_at and i.accepted_at is not null;
-- Roles that nobody named by the register gave are void; such a person appoints again.
update organisation_members m set role = 'member' from organisations o
  where o.id = m.org_id and o.verified and m.role <> 'member' and m.proven_at is null and m.appointed_at is null;
-- Open invitations of people who have not proven anything.
update organisation_invitations i set withdrawn_at = now()
  from organisations o where o.id = i.org_id and o.verified and i.accepted_at is null and i.withdrawn_at is null
    and i.invited_by is not null and i.role <> 'member' and not exists (select from organisation_members by
      where by.org_id = i.org_id and by.user_id = i.invited_by and by.proven_at <= i.created_at);

-- The one rule: what a stored role allows. In an organisation that nobody has proven the role rules the empty shell.
create function effective_role(p_role text, p_verified boolean, p_proven timestamptz, p_appointed timestamptz,
    p_named_until timestamptz) returns text language sql immutable parallel safe
  as $$
    select case when p_role = 'member' or not p_verified
        or (p_named_until is not null and (p_proven is not null or p_appointed is not null)) then p_role
      else 'member' end
  $$;
create or replace function app_member_role(p_org uuid) returns text
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select effective_role(m.role, o.verified, m.proven_at, m.appointed_at, o.named_until)
    from organisation_members m join organisations o on o.id = m.org_id
    where m.org_id = p_org and m.user_id = app_user_id()
  $$;
create function app_is_named(p_org uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from organisation_members m join organisations o on o.id = m.org_id
      where m.org_id = p_org and m.user_id = app_user_id() and o.verified and m.proven_at is not null
        and o.named_until is not null)
  $$;
-- Who gives the roles owner and administrator: a person whom the register names; in an empty shell, as before.
create function app_may_appoint(p_org uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select app_is_named(p_org) or exists (select from organisation_members m join organisations o on o.id = m.org_id
      where m.org_id = p_org and m.user_id = app_user_id() and m.role in ('owner', 'admin') and not o.verified)
  $$;
revoke all on function effective_role(text, boolean, timestamptz, timestamptz, timestamptz), app_is_named(uuid),
  app_may_appoint(uuid)
  from public;
grant execute on function effective_role(text, boolean, timestamptz, timestamptz, timestamptz), app_is_named(uuid),
  app_may_appoint(uuid)
  to tamga_app;

-- The rights of the appointed end with the last named member, also when that person leaves.
create function end_naming() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      update organisations o set named_until = null where o.id = old.org_id and not exists (
        select from organisation_members m where m.org_id = old.org_id and m.proven_at is not null);
      return null;
    end
  $$;
create trigger organisation_members_left after delete on organisation_members
  for each row when (old.proven_at is not null) execute function end_naming();
revoke all on function end_naming() from public;

-- A named person may change and remove an owner whom the register does not name; such an owner protects nothing.
drop policy organisation_members_change on organisation_members;
create policy organisation_members_change on organisation_members for update
  using (app_role() = 'system' or (app_member_role(org_id) in ('owner', 'admin')
    and (role <> 'owner' or (proven_at is null and app_is_named(org_id)))))
  with check (app_role() = 'system' or (role <> 'owner' and app_member_role(org_id) in ('owner', 'admin')
    and (role = 'member' or app_may_appoint(org_id))
    and (appointed_by is null or appointed_by = app_user_id())));
drop policy organisation_members_remove on organisation_members;
create policy organisation_members_remove on organisation_members for delete
  using (app_role() = 'system' or user_id = app_user_id()
    or (app_member_role(org_id) in ('owner', 'admin')
      and (role <> 'owner' or (proven_at is null and app_is_named(org_id)))));
drop policy organisation_invitations_add on organisation_invitations;
create policy organisation_invitations_add on organisation_invitations for insert
  with check (invited_by = app_user_id() and email is null and app_member_role(org_id) in ('owner', 'admin')
    and (role = 'member' or (app_may_appoint(org_id) and (role <> 'owner' or app_member_role(org_id) = 'owner'))));
drop policy organisation_invitations_change on organisation_invitations;
create policy organisation_invitations_change on organisation_invitations for update
  using (app_member_role(org_id) in ('owner', 'admin'))
  with check (app_member_role(org_id) in ('owner', 'admin') and (withdrawn_at is not null or role = 'member'
    or (app_may_appoint(org_id) and (role <> 'owner' or app_member_role(org_id) = 'owner'))));
grant update (checked_at, appointed_by, appointed_at) on organisation_members to tamga_app;
grant update (named_until) on organisations to tamga_app;

-- Messages go to the person who acted while they may act, then to the first person whom the register names.
create or replace function party_reader(p_party uuid, p_user uuid) returns uuid
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select case p.kind when 'person' then p_user
      when 'child' then case when p.born_on > current_date - interval '18 years' then p_user end
      else (select m.user_id from organisation_members m join organisations o on o.id = m.org_id
        where o.id = p.organisation_id and o.verified
          and effective_role(m.role, o.verified, m.proven_at, m.appointed_at, o.named_until) <> 'member'
          and (m.user_id = p_user or m.proven_at is not null)
        order by m.user_id <> p_user, m.created_at, m.user_id limit 1) end
    from acting_parties p where p.id = p_party
  $$;
-- An authorisation of an organisation ends with the answer of the register, not at the next run of a job.
create or replace function authorisation_holds(p_id uuid, p_now timestamptz) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (
      select from authorisations a join users g on g.id = a.grantor_id
      where a.id = p_id and a.state = 'accepted' and a.valid_from <= p_now and a.valid_until > p_now
        and g.active and g.deleted_at is null
        and (a.organisation_id is null or exists (
          select from organisation_members m join organisations o on o.id = m.org_id
          where o.id = a.organisation_id and o.verified and o.named_until > p_now and m.user_id = a.grantor_id
            and m.role = 'owner' and m.proven_at is not null)))
  $$;
