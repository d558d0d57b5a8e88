-- Names that the sentences of the audit log show. It answers administrators alone: the policies of these tables would
-- hide organisations and cases from an administrator who is no member and no officer.
create function audit_names(
  p_applications uuid[], p_organisations uuid[], p_services uuid[], p_passports uuid[], p_clients text[], p_roles integer[])
  returns table (kind text, id text, name text, name_en text, can_open boolean)
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select found.* from (
      select 'application', a.id::text, a.reference_no, a.reference_no, a.fulfilment = 'manual'
      from gov_applications a where a.id = any(p_applications)
      union all
      select 'organisation', o.id::text, o.name, o.name_latin, app_is_member(o.id)
      from organisations o where o.id = any(p_organisations)
      union all
      select 'service', s.id::text, s.name, s.name_en, true from gov_services s where s.id = any(p_services)
      union all
      select 'passport', s.id::text, s.name, s.name_en, true from registry_services s where s.id = any(p_passports)
      union all
      select 'client', c.id, c.name, c.name, true from applications c where c.id = any(p_clients)
      union all
      select 'role', r.id::text, r.name, r.name, true from roles r where r.id = any(p_roles)
    ) as found
    where app_role() in ('admin', 'superadmin', 'system')
  $$;
revoke all on function audit_names(uuid[], uuid[], uuid[], uuid[], text[], integer[]) from public;
grant execute on function audit_names(uuid[], uuid[], uuid[], uuid[], text[], integer[]) to tamga_app;

-- The targets behind a number or code that a person knows, and the text itself for an id.
create function audit_matter_ids(p_text text) returns setof text
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select found.id from (
      select p_text as id
      union select id::text from gov_applications where reference_no = upper(p_text)
      union select id::text from support_cases where number = upper(p_text)
      union select id::text from gov_services where code = upper(p_text)
      union select id::text from registry_services where code = upper(p_text)
      union select id::text from organisations where upper(reg_no) = upper(p_text)
    ) as found
    where app_role() in ('admin', 'superadmin', 'system')
  $$;
revoke all on function audit_matter_ids(text) from public;
grant execute on function audit_matter_ids(text) to tamga_app;

-- A role that waits for a person: by register number, because most have no account yet. Nobody reads it under their own
-- identity; the module decides what the inviting and the invited see.
create table role_invitations (
  id          uuid primary key default gen_random_uuid(),
  national_id text not null check (length(national_id) between 8 and 20),
  role_id     integer not null references roles (id),
  authorities text[] not null default '{}' check (cardinality(authorities) <= 100),
  email       text check (length(email) <= 200),
  invited_by  uuid not null references users (id),
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  letters     integer not null default 0,
  letter_at   timestamptz(3),
  -- When the person was told in the portal, which happens once.
  told_at     timestamptz(3),
  state       text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'void')),
  ended_at    timestamptz(3),
  check ((state = 'open') = (ended_at is null))
);
create unique index role_invitations_open on role_invitations (national_id) where state = 'open';
create index role_invitations_expiry on role_invitations (expires_at);
create index role_invitations_inviter on role_invitations (invited_by);
alter table role_invitations enable row level security;
create policy role_invitations_system on role_invitations using (app_role() = 'system');
grant select, delete on role_invitations to tamga_app;
grant insert (national_id, role_id, authorities, email, invited_by, created_at, expires_at, letters, letter_at)
  on role_invitations to tamga_app;
grant update (role_id, authorities, email, invited_by, created_at, expires_at, letters, letter_at, told_at, state, ended_at)
  on role_invitations to tamga_app;
