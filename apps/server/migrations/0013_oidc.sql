-- Keys that sign id_tokens. A key is published when it is made, signs from `active_from` until the next one does, and
-- stays listed until the last token it signed has expired.
create table oidc_keys (
  kid         text primary key check (length(kid) = 43),
  sealed      text not null,
  created_at  timestamptz(3) not null,
  active_from timestamptz(3) not null
);

-- What one authorization allowed. Its id is no credential: nothing takes it from outside. Whatever was given on the
-- strength of it goes with it.
create table oidc_grants (
  id              text primary key check (length(id) = 43),
  user_id         uuid not null references users (id),
  client_id       text not null references applications (id) on delete cascade,
  session_uid     text not null check (length(session_uid) <= 64),
  scopes          text[] not null check (cardinality(scopes) <= 250),
  -- What the person left out, so that the same request does not ask again at once.
  rejected_scopes text[] not null default '{}' check (cardinality(rejected_scopes) <= 250),
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3) not null
);
create index oidc_grants_person on oidc_grants (user_id, client_id);
create index oidc_grants_client on oidc_grants (client_id);
create index oidc_grants_session on oidc_grants (session_uid);
create index oidc_grants_expiry on oidc_grants (expires_at);

-- Codes and tokens, found by the SHA-256 of what the bearer holds. No foreign key to the application: every token of a
-- busy one would lock its row. A token of an application that is gone is refused where it is read.
create table oidc_tokens (
  hash        bytea primary key check (length(hash) = 32),
  kind        text not null
    check (kind in ('AccessToken', 'RefreshToken', 'AuthorizationCode', 'ClientCredentials')),
  client_id   text not null,
  user_id     uuid,
  grant_id    text references oidc_grants (id) on delete cascade,
  payload     jsonb not null,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  consumed_at timestamptz(3),
  check ((kind = 'ClientCredentials') = (grant_id is null)),
  check ((grant_id is null) = (user_id is null))
);
create index oidc_tokens_grant on oidc_tokens (grant_id) where grant_id is not null;
create index oidc_tokens_expiry on oidc_tokens (expires_at);

-- Where browsers are on their way: provider sessions, running sign-ins and consents, pushed requests, sign-outs, and
-- proofs that may be used once. Found by the hash of a secret, contents sealed.
create table oidc_states (
  hash        bytea primary key check (length(hash) = 32),
  model       text not null
    check (model in ('Session', 'Interaction', 'PushedAuthorizationRequest', 'ReplayDetection', 'Logout')),
  uid         text check (length(uid) <= 64),
  sealed      text not null check (length(sealed) <= 262144),
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  -- When a person decided, or when it was used: either happens once.
  settled_at  timestamptz(3)
) with (fillfactor = 80);
create index oidc_states_uid on oidc_states (uid) where uid is not null;
create index oidc_states_expiry on oidc_states (expires_at);

-- What a person allowed an application, remembered for a while.
create table oidc_consents (
  user_id    uuid not null references users (id),
  client_id  text not null references applications (id) on delete cascade,
  scopes     text[] not null check (cardinality(scopes) between 1 and 250),
  granted_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, client_id)
);
create index oidc_consents_client on oidc_consents (client_id);

alter table oidc_keys enable row level security;
create policy oidc_keys_platform on oidc_keys using (app_role() = 'system');
alter table oidc_tokens enable row level security;
create policy oidc_tokens_platform on oidc_tokens using (app_role() = 'system');
alter table oidc_states enable row level security;
create policy oidc_states_platform on oidc_states using (app_role() = 'system');
alter table oidc_grants enable row level security;
create policy oidc_grants_own on oidc_grants for select using (user_id = app_user_id());
create policy oidc_grants_withdraw on oidc_grants for delete using (user_id = app_user_id());
create policy oidc_grants_platform on oidc_grants using (app_role() = 'system');
alter table oidc_consents enable row level security;
create policy oidc_consents_own on oidc_consents for select using (user_id = app_user_id());
create policy oidc_consents_withdraw on oidc_consents for delete using (user_id = app_user_id());
create policy oidc_consents_platform on oidc_consents using (app_role() = 'system');

grant select, insert, delete on oidc_keys, oidc_grants, oidc_tokens to tamga_app;
grant update (sealed) on oidc_keys to tamga_app;
grant update (expires_at) on oidc_grants to tamga_app;
grant update (consumed_at) on oidc_tokens to tamga_app;
grant select, insert, update, delete on oidc_states, oidc_consents to tamga_app;
