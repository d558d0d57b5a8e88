create table organisations (
  id         uuid primary key default gen_random_uuid(),
  reg_no     text not null check (length(reg_no) between 1 and 120),
  name       text not null check (length(name) between 2 and 200),
  name_latin text not null default '' check (length(name_latin) <= 200),
  -- Creating an organisation proves nothing; this says that representation was shown.
  verified   boolean not null default false,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz
);
create unique index organisations_reg_no on organisations (upper(reg_no));
create index organisations_created_by on organisations (created_by);

create table organisation_members (
  org_id     uuid not null references organisations (id) on delete cascade,
  user_id    uuid not null references users (id),
  role       text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null,
  primary key (org_id, user_id)
);
create index organisation_members_user on organisation_members (user_id);

-- Policies ask these. They read the members as the owner of the table, past its own policy, which would otherwise ask
-- itself without end; they tell a caller of that caller's membership alone.
create function app_member_role(p_org uuid) returns text
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select role from organisation_members where org_id = p_org and user_id = app_user_id() $$;
create function app_is_member(p_org uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select exists (select from organisation_members where org_id = p_org and user_id = app_user_id()) $$;

-- Names of fellow members: a person may not read other people's rows, and here gets no more of them than this.
create function organisation_people(p_org uuid)
  returns table (user_id uuid, first_name text, last_name text, email text)
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select u.id, u.first_name, u.last_name, u.email
    from organisation_members m join users u on u.id = m.user_id
    where m.org_id = p_org and (app_role() = 'system' or app_is_member(p_org))
  $$;
-- Whether a person can be made a member; says nothing else of them.
create function person_is_active(p_user uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select exists (select from users where id = p_user and active and deleted_at is null) $$;

-- The creator is the first owner by the same statement: there is no organisation without one, and the policy of the
-- members needs no exception for founders.
create function found_organisation() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      insert into organisation_members (org_id, user_id, role, created_at)
        values (new.id, new.created_by, 'owner', new.created_at);
      return null;
    end
  $$;
create trigger organisations_founded after insert on organisations for each row execute function found_organisation();

-- Staff of the platform are no exception: only membership opens an organisation.
alter table organisations enable row level security;
create policy organisations_read on organisations for select
  using (app_role() = 'system' or app_is_member(id));
create policy organisations_create on organisations for insert
  with check (app_role() = 'system' or created_by = app_user_id());
create policy organisations_change on organisations for update
  using (app_role() = 'system' or app_member_role(id) in ('owner', 'admin'));

-- An owner is given by an owner alone, and is neither changed nor removed by anybody.
alter table organisation_members enable row level security;
create policy organisation_members_read on organisation_members for select
  using (app_role() = 'system' or app_is_member(org_id));
create policy organisation_members_add on organisation_members for insert
  with check (app_role() = 'system' or app_member_role(org_id) = 'owner'
    or (app_member_role(org_id) = 'admin' and role <> 'owner'));
create policy organisation_members_change on organisation_members for update
  using (role <> 'owner' and (app_role() = 'system' or app_member_role(org_id) in ('owner', 'admin')))
  with check (app_role() = 'system' or app_member_role(org_id) = 'owner'
    or (app_member_role(org_id) = 'admin' and role <> 'owner'));
create policy organisation_members_remove on organisation_members for delete
  using (role <> 'owner' and (app_role() = 'system' or user_id = app_user_id()
    or app_member_role(org_id) in ('owner', 'admin')));

grant select, insert (id, reg_no, name, name_latin, created_by, created_at), update (verified, updated_at)
  on organisations to tamga_app;
grant select, insert, update (role), delete on organisation_members to tamga_app;
revoke all on function app_member_role(uuid), app_is_member(uuid), organisation_people(uuid), person_is_active(uuid),
  found_organisation() from public;
grant execute on function app_member_role(uuid), app_is_member(uuid), organisation_people(uuid), person_is_active(uuid)
  to tamga_app;
