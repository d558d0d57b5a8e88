-- The secret that pairwise subjects are made with. One row, sealed: with it, subjects of one person could be joined.
-- It never changes, or every application would lose its people.
create table oidc_subject_salt (
  id     boolean primary key default true check (id),
  sealed text not null check (length(sealed) <= 400)
);
alter table oidc_subject_salt enable row level security;
create policy oidc_subject_salt_platform on oidc_subject_salt using (app_role() = 'system');
grant select, insert, update (sealed) on oidc_subject_salt to tamga_app;

-- Since when the eID provider has confirmed this member as a representative. While no owner has this, a confirmed
-- representative takes the organisation over.
alter table organisation_members add column proven_at timestamptz;
-- The person who proved representation was not recorded before: it was an owner or an owner's appointee.
update organisation_members m set proven_at = coalesce(o.updated_at, o.created_at)
  from organisations o where o.id = m.org_id and o.verified and m.role = 'owner';
grant update (proven_at) on organisation_members to tamga_app;
grant update (name, name_latin) on organisations to tamga_app;
-- Only a proof of representation changes an organisation, and the platform writes it.
drop policy organisations_change on organisations;
create policy organisations_change on organisations for update using (app_role() = 'system');

-- An owner may leave, and code sees to it that another remains. Nobody but the platform removes an owner.
drop policy organisation_members_remove on organisation_members;
create policy organisation_members_remove on organisation_members for delete
  using (app_role() = 'system' or user_id = app_user_id()
    or (role <> 'owner' and app_member_role(org_id) in ('owner', 'admin')));
-- Members come by an invitation they accepted, which the platform carries out; a representative who takes over is
-- written by the platform too, and then other owners step down.
drop policy organisation_members_add on organisation_members;
create policy organisation_members_add on organisation_members for insert with check (app_role() = 'system');
drop policy organisation_members_change on organisation_members;
create policy organisation_members_change on organisation_members for update
  using (app_role() = 'system' or (role <> 'owner' and app_member_role(org_id) in ('owner', 'admin')))
  with check (app_role() = 'system' or (role <> 'owner' and app_member_role(org_id) in ('owner', 'admin')));

-- An invitation is for an account, for the holder of a register number, or for whoever brings a link; those that an
-- operator mails (email) make the first owner. `invited_by` is null where an operator invited.
alter table organisation_invitations
  alter column email drop not null,
  alter column token_hash drop not null,
  add column role text not null default 'owner' check (role in ('owner', 'admin', 'member')),
  -- No foreign key: an account that does not exist is invited like one that does, or the answer would tell them apart.
  add column user_id uuid,
  add column national_id text check (length(national_id) between 8 and 20),
  add column invited_by uuid references users (id),
  add column declined_at timestamptz,
  add column withdrawn_at timestamptz,
  add check (num_nonnulls(token_hash, user_id, national_id) = 1),
  add check (invited_by is not null or email is not null);
alter table organisation_invitations alter column role drop default;
create unique index organisation_invitations_account on organisation_invitations (org_id, user_id)
  where user_id is not null and accepted_at is null and withdrawn_at is null;
create unique index organisation_invitations_register on organisation_invitations (org_id, national_id)
  where national_id is not null and accepted_at is null and withdrawn_at is null;
create index organisation_invitations_for_account on organisation_invitations (user_id) where user_id is not null;
create index organisation_invitations_for_register on organisation_invitations (national_id)
  where national_id is not null;
create index organisation_invitations_inviter on organisation_invitations (invited_by) where invited_by is not null;
create index organisation_invitations_expiry on organisation_invitations (expires_at);

-- Managers see and make the invitations of their organisation. The person invited reads through the platform, because
-- the organisation is not visible to them yet.
create policy organisation_invitations_read on organisation_invitations for select
  using (app_member_role(org_id) in ('owner', 'admin'));
create policy organisation_invitations_add on organisation_invitations for insert
  with check (invited_by = app_user_id() and email is null
    and (app_member_role(org_id) = 'owner' or (app_member_role(org_id) = 'admin' and role <> 'owner')));
create policy organisation_invitations_change on organisation_invitations for update
  using (app_member_role(org_id) in ('owner', 'admin'))
  with check (app_member_role(org_id) = 'owner' or (app_member_role(org_id) = 'admin' and role <> 'owner'));
grant update (role, invited_by, created_at, expires_at, declined_at, withdrawn_at) on organisation_invitations
  to tamga_app;
grant delete on organisation_invitations to tamga_app;

-- Nobody asks any more whether an account exists before it accepted.
revoke execute on function person_is_active(uuid) from tamga_app;

-- The rows about members are an app now; every organisation used them.
insert into installed_apps (org_id, app_id, slug, name, version, manifest, installed_at)
  select id, 'mn.tamga.platform.members', 'members', 'Байгууллагын хүмүүс', '1.0.0',
    '{"id": "mn.tamga.platform.members", "name": "Байгууллагын хүмүүс", "version": "1.0.0", "type": "module",
      "platform": "*", "dependencies": [], "permissions": [], "menus": [], "publisher": "Tamga",
      "license": "Apache-2.0", "visibility": "public"}'::jsonb, now()
  from organisations
  on conflict do nothing;
