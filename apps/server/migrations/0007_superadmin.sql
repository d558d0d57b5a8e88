-- Who may become a super administrator. An invitation grants nothing by itself.
create table superadmin_invites (
  email       text primary key check (email = lower(email) and length(email) between 3 and 200),
  invited_by  uuid references users (id),
  created_at  timestamptz not null,
  accepted_at timestamptz
);
alter table superadmin_invites enable row level security;
create policy superadmin_invites_owners on superadmin_invites using (app_role() in ('superadmin', 'system'));

-- An onboarding under way, found by the hash of the token its person holds. There is no account before its last step,
-- and none after the invitation was taken back: the row goes with it.
create table superadmin_onboardings (
  token_hash      text primary key,
  email           text not null references superadmin_invites (email) on delete cascade,
  step            text not null default 'eid' check (step in ('eid', 'email', 'totp')),
  social_issuer   text not null,
  social_subject  text not null,
  sealed_identity text,
  code_request_id text,
  code_sent_at    timestamptz,
  code_sends      integer not null default 0,
  code_tries      integer not null default 0,
  sealed_totp     text,
  created_at      timestamptz not null,
  expires_at      timestamptz not null
);
create index superadmin_onboardings_expiry on superadmin_onboardings (expires_at);
alter table superadmin_onboardings enable row level security;
create policy superadmin_onboardings_system on superadmin_onboardings using (app_role() = 'system');

-- Apart from users, so that the same citizen may hold an ordinary account: the user row carries no civil_id.
create table superadmin_accounts (
  user_id           uuid primary key references users (id),
  civil_id          text not null unique,
  national_id       text,
  email             text not null,
  email_verified    boolean not null,
  social_issuer     text not null,
  social_subject    text not null,
  mfa_enabled       boolean not null,
  totp_secret       text not null,
  totp_last_step    bigint not null,
  recovery_codes    text not null,
  mfa_failures      integer not null default 0,
  mfa_failed_since  timestamptz,
  mfa_locked_until  timestamptz,
  invited_by        uuid references users (id),
  onboarded_at      timestamptz not null,
  unique (social_issuer, social_subject)
);
alter table superadmin_accounts enable row level security;
create policy superadmin_accounts_system on superadmin_accounts using (app_role() = 'system');

-- Proof of the first factor, given for one try at the second.
create table superadmin_mfa_tokens (
  token_hash text primary key,
  user_id    uuid not null references users (id),
  expires_at timestamptz not null
);
create index superadmin_mfa_tokens_expiry on superadmin_mfa_tokens (expires_at);
alter table superadmin_mfa_tokens enable row level security;
create policy superadmin_mfa_tokens_own on superadmin_mfa_tokens
  using (user_id = app_user_id() or app_role() = 'system');

-- When the second factor of a session was last shown; goes with its session.
create table superadmin_mfa_proofs (
  session_id uuid primary key references sessions (id) on delete cascade,
  user_id    uuid not null references users (id),
  proven_at  timestamptz not null
);
alter table superadmin_mfa_proofs enable row level security;
create policy superadmin_mfa_proofs_own on superadmin_mfa_proofs
  using (user_id = app_user_id() or app_role() = 'system');

grant select, insert, update, delete on superadmin_invites, superadmin_onboardings to tamga_app;
grant select, insert, update on superadmin_accounts to tamga_app;
grant select, insert, delete on superadmin_mfa_tokens to tamga_app;
grant select, insert on superadmin_mfa_proofs to tamga_app;
