-- Requests that a person decides on another device than the one that asked: device codes (RFC 8628) and CIBA.
-- Found by the SHA-256 of what the client holds. A user code is short, so its hash is keyed.
create table oidc_requests (
  hash           bytea primary key check (length(hash) = 32),
  kind           text not null check (kind in ('DeviceCode', 'BackchannelAuthenticationRequest')),
  client_id      text not null references applications (id) on delete cascade,
  user_code_hash bytea unique check (length(user_code_hash) = 32),
  -- The person who decided.
  user_id        uuid references users (id),
  grant_id       text references oidc_grants (id) on delete cascade,
  sealed         text not null check (length(sealed) <= 65536),
  state          text not null default 'pending' check (state in ('pending', 'allowed', 'refused')),
  created_at     timestamptz(3) not null,
  expires_at     timestamptz(3) not null,
  decided_at     timestamptz(3),
  consumed_at    timestamptz(3),
  polled_at      timestamptz(3),
  -- Grows when the client polls too fast (slow_down).
  poll_seconds   integer not null default 5 check (poll_seconds between 5 and 60),
  -- The instance that waits for the phone renews this; after it another one takes over.
  watched_until  timestamptz(3),
  check ((kind = 'DeviceCode') = (user_code_hash is not null)),
  check ((state = 'allowed') = (grant_id is not null))
) with (fillfactor = 70);
create index oidc_requests_client on oidc_requests (client_id);
create index oidc_requests_grant on oidc_requests (grant_id) where grant_id is not null;
create index oidc_requests_expiry on oidc_requests (expires_at);
alter table oidc_requests enable row level security;
create policy oidc_requests_platform on oidc_requests using (app_role() = 'system');
grant select, insert, delete on oidc_requests to tamga_app;
grant update (user_id, grant_id, sealed, state, decided_at, consumed_at, polled_at, poll_seconds, watched_until)
  on oidc_requests to tamga_app;

-- Like oidc_consume: of any number of exchanges at once one goes on, the transactions of the others fail here.
create function oidc_consume_request(spent bytea, at timestamptz) returns void language plpgsql as $$
begin
  update oidc_requests set consumed_at = at where hash = spent and consumed_at is null;
  if not found then
    raise exception 'the request was used before' using errcode = 'TG001';
  end if;
end
$$;
grant execute on function oidc_consume_request(bytea, timestamptz) to tamga_app;

-- Wrong user codes of a person: guessing is limited for each person, not only for each address.
create table oidc_code_guesses (
  user_id uuid not null references users (id),
  at      timestamptz(3) not null
);
create index oidc_code_guesses_person on oidc_code_guesses (user_id, at);
alter table oidc_code_guesses enable row level security;
create policy oidc_code_guesses_platform on oidc_code_guesses using (app_role() = 'system');
grant select, insert, delete on oidc_code_guesses to tamga_app;

-- A sign-in that an application asked for over CIBA.
alter table eid_sessions drop constraint eid_sessions_purpose_check;
alter table eid_sessions add constraint eid_sessions_purpose_check
  check (purpose in ('browser', 'initiate', 'onboarding', 'console', 'ciba'));
