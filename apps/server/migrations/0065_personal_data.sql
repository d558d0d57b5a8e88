-- A copy of everything about a person, made by a job and kept for some days.
create table data_exports (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references users (id),
  state      text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed', 'expired')),
  done       integer not null default 0,
  total      integer not null,
  file_id    uuid references stored_files (id),
  size_bytes bigint not null default 0,
  created_at timestamptz(3) not null,
  ready_at   timestamptz(3),
  expires_at timestamptz(3) not null
);
create unique index data_exports_one on data_exports (user_id) where state in ('queued', 'running');
create index data_exports_of on data_exports (user_id, created_at desc);
alter table data_exports enable row level security;
create policy data_exports_own on data_exports using (user_id = app_user_id() or app_role() = 'system');
grant select, delete on data_exports to tamga_app;
grant insert (user_id, total, created_at, expires_at) on data_exports to tamga_app;
grant update (state, done, file_id, size_bytes, ready_at, expires_at) on data_exports to tamga_app;

-- A person asks, an administrator decides.
create table erasure_requests (
  id          uuid primary key default gen_random_uuid(),
  seq         bigint generated always as identity,
  user_id     uuid not null references users (id),
  state       text not null default 'open' check (state in ('open', 'withdrawn', 'refused', 'done')),
  reason      text not null check (length(reason) <= 1000),
  answer      text not null default '' check (length(answer) <= 1000),
  erased      integer not null default 0,
  decided_by  uuid references users (id),
  decided_at  timestamptz(3),
  created_at  timestamptz(3) not null
);
create unique index erasure_requests_one on erasure_requests (user_id) where state = 'open';
create index erasure_requests_newest on erasure_requests (created_at desc, seq desc);
alter table erasure_requests enable row level security;
create policy erasure_requests_own on erasure_requests
  using (user_id = app_user_id() or app_role() in ('admin', 'superadmin', 'system'));
grant select on erasure_requests to tamga_app;
grant insert (user_id, reason, created_at) on erasure_requests to tamga_app;
grant update (state, answer, erased, decided_by, decided_at) on erasure_requests to tamga_app;

-- Erases what the law lets go, for a person whose open request is being granted, and for nobody else. What has to stay
-- (applications, payments, signatures, the audit log) is listed in modules/personal-data/rules.ts. The account keeps
-- its numbers, so that the records that stay belong to somebody and a later sign-in finds them.
create function erase_person(p_user uuid, p_now timestamptz) returns bigint
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    declare
      erased bigint := 0;
      part bigint;
    begin
      if app_role() not in ('admin', 'superadmin', 'system')
        or not exists (select from erasure_requests where user_id = p_user and state = 'open') then
        raise exception 'no open request to erase';
      end if;
      update stored_files set state = 'removed', sealed_key = null
        where user_id = p_user and state <> 'removed' and (purpose in ('space', 'signature', 'data_export')
          or id in (select f.id from gov_files f where f.user_id = p_user and f.application_id is null));
      delete from gov_files where user_id = p_user and application_id is null;
      get diagnostics part = row_count; erased := erased + part;
      delete from gov_drafts where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      delete from gspace_files where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      delete from data_exports where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      delete from signature_images where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      delete from notifications where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      delete from notification_settings where user_id = p_user;
      delete from notification_preferences where user_id = p_user;
      delete from contact_codes where user_id = p_user;
      delete from contact_messages where user_id = p_user;
      delete from login_events where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      delete from ai_turns where conversation_id in (select id from ai_conversations where user_id = p_user);
      delete from ai_conversations where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      delete from ai_consents where user_id = p_user;
      delete from support_cases where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      delete from social_links where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      -- A job tells the provider, and deletes the tokens then.
      insert into integration_revocations (id, user_id, provider, sealed_tokens, next_at, created_at)
        select gen_random_uuid(), user_id, provider, sealed_tokens, p_now, p_now from integrations where user_id = p_user;
      delete from integrations where user_id = p_user;
      get diagnostics part = row_count; erased := erased + part;
      delete from integration_flows where user_id = p_user;
      update security_events set user_id = null, ip = null, user_agent = null where user_id = p_user;
      update sessions set ended_at = coalesce(ended_at, p_now), end_reason = coalesce(end_reason, 'erased'),
        ip = null, user_agent = null where user_id = p_user;
      -- The names come again from the state register with the next sign-in.
      update users set first_name = '', last_name = '', first_name_en = '', last_name_en = '', email = '',
        email_verified = false, phone = '', locale = null, zoneinfo = null, document_number = null, cert_serial = null,
        cert_not_before = null, cert_not_after = null, cert_issuer = null, cert_key_type = null, tokens_revoked_before = p_now, updated_at = p_now where id = p_user;
      return erased + 1;
    end
  $$;
revoke all on function erase_person(uuid, timestamptz) from public;
grant execute on function erase_person(uuid, timestamptz) to tamga_app;
