-- Those who run the platform, apart from the people it serves. Made by command line with a register number; the first
-- sign-in with eID joins the row to its person, and from then on the civil id alone is who they are.
create table operators (
  id              uuid primary key default gen_random_uuid(),
  national_id     text not null unique,
  civil_id        text unique,
  email           text not null default '' check (length(email) <= 200),
  name            text not null default '',
  role            text not null check (role in ('superadmin', 'operator', 'support', 'auditor')),
  totp_secret     text not null,
  totp_last_step  bigint not null default -1,
  failures        integer not null default 0,
  failed_since    timestamptz,
  locked_until    timestamptz,
  active          boolean not null default true,
  created_at      timestamptz not null,
  last_sign_in_at timestamptz
);
alter table operators enable row level security;
create policy operators_system on operators using (app_role() = 'system');

-- A session of the console, found by the hash of its cookie.
create table operator_sessions (
  token_hash       text primary key,
  operator_id      uuid not null references operators (id),
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  seen_at          timestamptz not null,
  stepped_up_until timestamptz
);
create index operator_sessions_operator on operator_sessions (operator_id);
create index operator_sessions_expiry on operator_sessions (expires_at);
alter table operator_sessions enable row level security;
create policy operator_sessions_system on operator_sessions using (app_role() = 'system');

-- Who approved with eID at the console and has not shown a code yet. Found by the sid and the cookie of one browser.
create table operator_proofs (
  sid_hash     text primary key,
  binding_hash text not null,
  sealed       text not null,
  expires_at   timestamptz not null
);
create index operator_proofs_expiry on operator_proofs (expires_at);
alter table operator_proofs enable row level security;
create policy operator_proofs_system on operator_proofs using (app_role() = 'system');

-- An organisation that an operator made is known by its slug; it has no founder, and its register number may come
-- later. One that a person founded has both.
alter table organisations
  add column slug text check (slug ~ '^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$'),
  alter column reg_no drop not null,
  alter column created_by drop not null,
  add check (slug is not null or (reg_no is not null and created_by is not null));
create unique index organisations_slug on organisations (slug);
create or replace function found_organisation() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      if new.created_by is not null then
        insert into organisation_members (org_id, user_id, role, created_at)
          values (new.id, new.created_by, 'owner', new.created_at);
      end if;
      return null;
    end
  $$;

-- Makes whoever holds the token an administrator, once. The address is where it was sent and identifies nobody.
create table organisation_invitations (
  id          uuid primary key default gen_random_uuid(),
  org_id      uuid not null references organisations (id) on delete cascade,
  email       text not null check (length(email) <= 200),
  token_hash  text not null unique,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users (id)
);
create index organisation_invitations_org on organisation_invitations (org_id);
create index organisation_invitations_person on organisation_invitations (accepted_by);
alter table organisation_invitations enable row level security;
create policy organisation_invitations_system on organisation_invitations using (app_role() = 'system');

-- Whether somebody may administer an organisation: a person whom the eID has proven, and whose account is open.
create function person_is_verified(p_user uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from users
      where id = p_user and active and deleted_at is null and eid_verified_at is not null)
  $$;
revoke all on function person_is_verified(uuid) from public;
grant execute on function person_is_verified(uuid) to tamga_app;

-- What an operator did is found without reading the whole log.
create index audit_log_operator on audit_log ((metadata ->> 'operator_id'), occurred_at, id)
  where category = 'operator';

grant select, insert, update on operators to tamga_app;
grant select, insert, update, delete on operator_sessions to tamga_app;
grant select, insert, update, delete on operator_proofs to tamga_app;
grant insert (slug) on organisations to tamga_app;
grant select, insert, update (accepted_at, accepted_by) on organisation_invitations to tamga_app;
