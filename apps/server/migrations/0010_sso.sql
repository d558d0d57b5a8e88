-- A sign-in on its way to the upstream provider and back, found by the hash of the state its browser carries.
create table sso_flows (
  state_hash   text primary key,
  binding_hash text,
  sealed       text not null,
  next         text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null
);
create index sso_flows_expiry on sso_flows (expires_at);
alter table sso_flows enable row level security;
create policy sso_flows_system on sso_flows using (app_role() = 'system');

-- Who a subject of an issuer is here. An upstream may give one person a new subject; both are then the same account.
create table sso_identities (
  issuer        text not null,
  subject       text not null check (length(subject) between 1 and 255),
  user_id       uuid not null references users (id),
  sealed_tokens text,
  created_at    timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (issuer, subject)
);
create index sso_identities_user on sso_identities (user_id);
alter table sso_identities enable row level security;
create policy sso_identities_own on sso_identities using (user_id = app_user_id() or app_role() = 'system');

-- What ends the session at the upstream provider too, found by the hash of a reference that is good once.
create table sso_logouts (
  ref_hash   text primary key,
  user_id    uuid not null references users (id),
  sealed     text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sso_logouts_expiry on sso_logouts (expires_at);
alter table sso_logouts enable row level security;
create policy sso_logouts_system on sso_logouts using (app_role() = 'system');

-- Gives a person the numbers their upstream provider named: the citizen number as it is, the other two where none is
-- kept yet. Answers those that somebody else has. A function, because in PostgreSQL a refused update would end the
-- transaction of the sign-in it belongs to.
create function take_person_numbers(
  p_user uuid, p_civil_id text, p_national_id text, p_ge_id text, p_now timestamptz
) returns text[]
  language plpgsql
  as $$
    declare
      taken text[] := '{}';
    begin
      begin
        update users set civil_id = p_civil_id, updated_at = p_now
          where id = p_user and civil_id is null and p_civil_id is not null;
      exception when unique_violation then
        taken := taken || 'civil_id'::text;
      end;
      begin
        update users set national_id = p_national_id, updated_at = p_now
          where id = p_user and national_id is null and p_national_id is not null;
      exception when unique_violation then
        taken := taken || 'national_id'::text;
      end;
      begin
        update users set ge_id = p_ge_id, updated_at = p_now
          where id = p_user and ge_id is distinct from p_ge_id and p_ge_id is not null;
      exception when unique_violation then
        taken := taken || 'ge_id'::text;
      end;
      return taken;
    end
  $$;

grant select, insert, delete on sso_flows, sso_logouts to tamga_app;
grant update (sealed) on sso_flows, sso_logouts to tamga_app;
grant select, insert, update on sso_identities to tamga_app;
