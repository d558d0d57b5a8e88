-- A signing of one person: of a PDF, or of a digest for an application. Any instance can go on with it: the prepared
-- document is in the file storage, the state of the phone's request is sealed, and the signature is kept as soon as it
-- is known, so that a document can be finished after a crash.
create table sign_sessions (
  id                text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id           uuid not null references users (id),
  kind              text not null check (kind in ('pdf', 'digest')),
  state             text not null default 'running'
    check (state in ('running', 'completed', 'failed', 'expired', 'rejected')),
  reason            text not null default '' check (length(reason) <= 100),
  filename          text not null default '' check (length(filename) <= 200),
  -- Base64 of the SHA-256 that the person approves.
  digest            text not null check (length(digest) <= 100),
  -- SHA-256 of the document as it came; a person has one open signing of each revision.
  source_sha256     text not null default '' check (source_sha256 ~ '^([0-9a-f]{64})?$'),
  verification_code text not null check (length(verification_code) <= 20),
  on_behalf_of      text not null default '' check (length(on_behalf_of) <= 30),
  on_behalf_of_name text not null default '' check (length(on_behalf_of_name) <= 300),
  signer_name       text not null default '' check (length(signer_name) <= 300),
  -- The request on the phone; null when it is over.
  sealed            text,
  sealed_expires_at timestamptz(3) not null,
  prepared          jsonb,
  prepared_file     uuid references stored_files (id),
  -- Base64; verified to be this person's over the digest.
  signature         text check (length(signature) <= 2000),
  certificate       text check (length(certificate) <= 20000),
  signed_file       uuid references stored_files (id),
  level             text check (level in ('B-B', 'B-T', 'B-LT', 'B-LTA')),
  shortfall         text not null default '' check (length(shortfall) <= 60),
  created_at        timestamptz(3) not null,
  completed_at      timestamptz(3),
  -- After it the session and its documents are removed.
  expires_at        timestamptz(3) not null,
  check (state <> 'completed' or signature is not null)
);
create index sign_sessions_of on sign_sessions (user_id, created_at desc);
create index sign_sessions_expiry on sign_sessions (expires_at);
create index sign_sessions_open on sign_sessions (user_id, source_sha256) where state = 'running';
create index sign_sessions_unfinished on sign_sessions (created_at) where state = 'running' and signature is not null;
alter table sign_sessions enable row level security;
create policy sign_sessions_own on sign_sessions using (user_id = app_user_id() or app_role() = 'system');
grant select, insert, delete on sign_sessions to tamga_app;
grant update (state, reason, sealed, prepared_file, signature, certificate, signed_file, level, shortfall, completed_at, expires_at)
  on sign_sessions to tamga_app;

-- Signed documents that a person keeps; a job raises their level and stamps them again in time.
create table sign_documents (
  id          uuid primary key,
  user_id     uuid not null references users (id),
  name        text not null check (length(name) between 1 and 200),
  file_id     uuid not null references stored_files (id),
  level       text not null check (level in ('B-B', 'B-T', 'B-LT', 'B-LTA')),
  target      text not null check (target in ('B-B', 'B-T', 'B-LT', 'B-LTA')),
  shortfall   text not null default '' check (length(shortfall) <= 60),
  signed_at   timestamptz(3) not null,
  -- When the job looks at it again.
  check_at    timestamptz(3) not null,
  created_at  timestamptz(3) not null
);
create index sign_documents_of on sign_documents (user_id, created_at desc, id);
create index sign_documents_due on sign_documents (check_at);
alter table sign_documents enable row level security;
create policy sign_documents_own on sign_documents using (user_id = app_user_id() or app_role() = 'system');
grant select, insert, delete on sign_documents to tamga_app;
grant update (file_id, level, shortfall, check_at) on sign_documents to tamga_app;
