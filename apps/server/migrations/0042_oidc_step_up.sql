-- When the person last confirmed a sign-in of this session with PIN2.
alter table sessions add column pin2_at timestamptz;

-- A PIN2 confirmation that an application asked for. The signed statement names the application.
create table oidc_step_ups (
  sid_hash           text primary key check (length(sid_hash) = 64),
  session_id         uuid not null references sessions (id) on delete cascade,
  user_id            uuid not null references users (id),
  client_id          text not null references applications (id) on delete cascade,
  state              text not null default 'pending' check (state in ('pending', 'confirmed', 'refused', 'expired')),
  reason             text check (length(reason) <= 40),
  statement          text not null check (length(statement) <= 2000),
  digest             text not null check (length(digest) = 64),
  sealed             text,
  signature          text,
  certificate        text,
  certificate_serial text,
  created_at         timestamptz not null,
  expires_at         timestamptz not null,
  ended_at           timestamptz,
  check (state <> 'pending' or sealed is not null),
  check (state <> 'confirmed' or (signature is not null and certificate is not null))
);
create index oidc_step_ups_session on oidc_step_ups (session_id);
create index oidc_step_ups_client on oidc_step_ups (client_id);
alter table oidc_step_ups enable row level security;
create policy oidc_step_ups_own on oidc_step_ups for select using (user_id = app_user_id());
create policy oidc_step_ups_platform on oidc_step_ups using (app_role() = 'system');
grant select, insert on oidc_step_ups to tamga_app;
grant update (state, reason, sealed, signature, certificate, certificate_serial, ended_at) on oidc_step_ups to tamga_app;

-- Until now `amr` of a stored token held the id of the session, which must never leave. From now on it holds methods,
-- as `acr` does: both are set from that session where it still exists.
update oidc_tokens as token set payload = token.payload - 'amr' || jsonb_build_object(
  'acr', case login.method when 'eid' then 'urn:tamga:eid:pin1' else 'urn:tamga:' || login.method end,
  'amr', case login.method when 'eid' then '["pop", "pin", "mfa"]'::jsonb when 'mfa' then '["otp", "mfa"]'::jsonb
    else jsonb_build_array(login.method) end)
from sessions as login where login.id::text = token.payload -> 'amr' ->> 0;
update oidc_tokens set payload = payload - 'amr' where payload ? 'amr' and not payload ? 'acr';

-- Language tag and time zone of the browser in which the person last signed in to an application.
alter table users
  add column locale text check (length(locale) <= 35),
  add column zoneinfo text check (length(zoneinfo) <= 64);

-- The scope `profile` now also releases these, birth date and gender: people who consented to their name are asked again, and
-- tokens of earlier consents release what was agreed then.
alter table oidc_grants add column names_only boolean not null default false;
update oidc_grants set names_only = true;
update oidc_consents set scopes = array_remove(scopes, 'profile') where 'profile' = any (scopes);
