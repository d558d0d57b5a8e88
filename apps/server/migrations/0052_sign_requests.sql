-- A document that one person sends to others to sign. The current revision is `file_id`; one signing at a time holds it
-- (`signing_session`), because a second signature over the same revision could not be put into the same file.
create table sign_requests (
  id              uuid primary key,
  seq             bigint generated always as identity,
  sender_id       uuid not null references users (id),
  sender_name     text not null check (length(sender_name) <= 300),
  title           text not null check (length(title) between 1 and 200),
  message         text not null default '' check (length(message) <= 2000),
  filename        text not null check (length(filename) between 1 and 200),
  signing_order   text not null check (signing_order in ('sequence', 'any')),
  state           text not null default 'open'
    check (state in ('open', 'completed', 'declined', 'withdrawn', 'expired')),
  deadline        timestamptz(3) not null,
  -- Null when it is completed: each person then has it in sign_documents.
  file_id         uuid references stored_files (id),
  size_bytes      bigint not null check (size_bytes >= 0),
  -- Of the newest signature.
  level           text check (level in ('B-B', 'B-T', 'B-LT', 'B-LTA')),
  shortfall       text not null default '' check (length(shortfall) <= 60),
  -- The session that may add the next signature. It is named before its row exists, while the phone is asked; without
  -- the row the claim ends at `claimed_until`.
  signing_session text check (signing_session ~ '^[0-9a-f]{32}$'),
  claimed_until   timestamptz(3),
  -- When everybody who has to sign is reminded; null afterwards.
  remind_at       timestamptz(3),
  reminded_at     timestamptz(3),
  created_at      timestamptz(3) not null,
  closed_at       timestamptz(3),
  check ((state = 'open') = (closed_at is null)),
  check (state <> 'open' or file_id is not null)
);
create index sign_requests_sent on sign_requests (sender_id, created_at desc, seq desc);
create index sign_requests_deadline on sign_requests (deadline) where state = 'open';
create index sign_requests_reminder on sign_requests (remind_at) where state = 'open' and remind_at is not null;
create index sign_requests_closed on sign_requests (closed_at) where state <> 'open';
create index sign_requests_file on sign_requests (file_id) where file_id is not null;

-- People and organisations that are asked to sign. A register number is kept as it was given: whether it is known here
-- is decided when its holder signs in, so that the sender learns nothing from sending.
create table sign_request_parties (
  id                uuid primary key,
  request_id        uuid not null references sign_requests (id) on delete cascade,
  place             integer not null check (place between 1 and 20),
  kind              text not null check (kind in ('person', 'organisation')),
  register          text not null check (length(register) between 4 and 20),
  -- What the sender calls the party.
  name              text not null default '' check (length(name) <= 120),
  state             text not null default 'pending' check (state in ('pending', 'signed', 'declined')),
  seen_by           uuid references users (id),
  seen_at           timestamptz(3),
  -- The person who signed or declined, for an organisation its representative.
  user_id           uuid references users (id),
  signer_name       text not null default '' check (length(signer_name) <= 300),
  organisation_name text not null default '' check (length(organisation_name) <= 300),
  level             text check (level in ('B-B', 'B-T', 'B-LT', 'B-LTA')),
  shortfall         text not null default '' check (length(shortfall) <= 60),
  reason            text not null default '' check (length(reason) <= 1000),
  settled_at        timestamptz(3),
  unique (request_id, place),
  unique (request_id, kind, register),
  check ((state = 'pending') = (settled_at is null))
);
create index sign_request_parties_register on sign_request_parties (register, kind, request_id);
create index sign_request_parties_user on sign_request_parties (user_id) where user_id is not null;
create index sign_request_parties_seen_by on sign_request_parties (seen_by) where seen_by is not null;

-- The sender and the people who are asked. It reads both tables as their owner, past their policies, which would
-- otherwise ask one another without end. A representative of an organisation is confirmed by the eID provider at each
-- call, so no row here can admit one: those calls run as system.
create function app_in_sign_request(p_request uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (select from sign_requests where id = p_request and sender_id = app_user_id())
      or exists (select from sign_request_parties p join users u on u.national_id = p.register
        where p.request_id = p_request and p.kind = 'person' and u.id = app_user_id())
  $$;
revoke all on function app_in_sign_request(uuid) from public;
grant execute on function app_in_sign_request(uuid) to tamga_app;

alter table sign_requests enable row level security;
create policy sign_requests_read on sign_requests for select
  using (app_role() = 'system' or (app_role() <> 'officer' and app_in_sign_request(id)));
create policy sign_requests_change on sign_requests using (app_role() = 'system');
alter table sign_request_parties enable row level security;
create policy sign_request_parties_read on sign_request_parties for select
  using (app_role() = 'system' or (app_role() <> 'officer' and app_in_sign_request(request_id)));
create policy sign_request_parties_change on sign_request_parties using (app_role() = 'system');
grant select, insert, delete on sign_requests, sign_request_parties to tamga_app;
grant update (state, file_id, size_bytes, level, shortfall, signing_session, claimed_until, remind_at, reminded_at,
  closed_at) on sign_requests to tamga_app;
grant update (state, seen_by, seen_at, user_id, signer_name, organisation_name, level, shortfall, reason, settled_at)
  on sign_request_parties to tamga_app;

-- The signing of a party.
alter table sign_sessions
  add column request_id uuid references sign_requests (id),
  add column party_id uuid references sign_request_parties (id),
  add check ((request_id is null) = (party_id is null));
create index sign_sessions_request on sign_sessions (request_id) where request_id is not null;
create index sign_sessions_party on sign_sessions (party_id) where party_id is not null;
create index sign_sessions_ringing on sign_sessions (created_at)
  where state = 'running' and signature is null and request_id is not null;

-- Everybody of a completed request keeps the same file; it goes with the last row that names it.
alter table sign_documents add column request_id uuid references sign_requests (id) on delete set null;
create unique index sign_documents_request on sign_documents (request_id, user_id) where request_id is not null;
create index sign_documents_file on sign_documents (file_id);
create policy stored_files_signed on stored_files for select
  using (app_role() <> 'officer'
    and exists (select from sign_documents d where d.file_id = stored_files.id and d.user_id = app_user_id()));
