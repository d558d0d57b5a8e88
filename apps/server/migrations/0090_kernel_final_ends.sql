-- An end is final for the application role: what was revoked, used up, declined or closed does not come back, whichever
-- statement asks. The owner can still repair a row by hand.
create function refuse_revival() returns trigger
  language plpgsql
  as $$
    begin
      raise exception 'the end of a row of % is final', tg_table_name using errcode = 'restrict_violation';
    end
  $$;
revoke all on function refuse_revival() from public;

create trigger sessions_end before update of ended_at on sessions for each row
  when (current_user = 'tamga_app' and old.ended_at is not null and new.ended_at is distinct from old.ended_at)
  execute function refuse_revival();
-- The minute allows for clocks of instances that differ.
create trigger users_end before update of deleted_at, tokens_revoked_before on users for each row
  when (current_user = 'tamga_app' and ((old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at)
    or (old.tokens_revoked_before is not null and (new.tokens_revoked_before is null
      or new.tokens_revoked_before < old.tokens_revoked_before - interval '1 minute'))))
  execute function refuse_revival();
create trigger eid_sessions_end before update of state on eid_sessions for each row
  when (current_user = 'tamga_app' and old.state <> 'pending' and new.state <> old.state)
  execute function refuse_revival();
create trigger api_keys_end before update of revoked_at on api_keys for each row
  when (current_user = 'tamga_app' and old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function refuse_revival();
create trigger oidc_tokens_end before update of consumed_at on oidc_tokens for each row
  when (current_user = 'tamga_app' and old.consumed_at is not null and new.consumed_at is null)
  execute function refuse_revival();
create trigger oidc_requests_end before update of state, consumed_at on oidc_requests for each row
  when (current_user = 'tamga_app' and ((old.state <> 'pending' and new.state <> old.state)
    or (old.consumed_at is not null and new.consumed_at is null)))
  execute function refuse_revival();
create trigger oidc_step_ups_end before update of state on oidc_step_ups for each row
  when (current_user = 'tamga_app' and old.state <> 'pending' and new.state <> old.state)
  execute function refuse_revival();
create trigger contact_codes_end before update of used_at on contact_codes for each row
  when (current_user = 'tamga_app' and old.used_at is not null and new.used_at is null
    and new.code_hash = old.code_hash and new.created_at = old.created_at)
  execute function refuse_revival();
create trigger role_approvals_end before update of state on role_approvals for each row
  when (current_user = 'tamga_app' and old.state not in ('wanted', 'pending') and new.state <> old.state)
  execute function refuse_revival();
create trigger role_invitations_end before update of state on role_invitations for each row
  when (current_user = 'tamga_app' and old.state <> 'open' and new.state <> old.state)
  execute function refuse_revival();
create trigger superadmin_invites_end before update of accepted_at on superadmin_invites for each row
  when (current_user = 'tamga_app' and old.accepted_at is not null and new.accepted_at is distinct from old.accepted_at)
  execute function refuse_revival();
create trigger organisation_invitations_end before update of accepted_at, withdrawn_at on organisation_invitations
  for each row
  when (current_user = 'tamga_app' and ((old.accepted_at is not null and new.accepted_at is null)
    or (old.withdrawn_at is not null and new.withdrawn_at is null)))
  execute function refuse_revival();
create trigger sign_sessions_end before update of state on sign_sessions for each row
  when (current_user = 'tamga_app' and old.state <> 'running' and new.state <> old.state)
  execute function refuse_revival();
create trigger sign_requests_end before update of state on sign_requests for each row
  when (current_user = 'tamga_app' and old.state <> 'open' and new.state <> old.state)
  execute function refuse_revival();
create trigger sign_request_parties_end before update of state on sign_request_parties for each row
  when (current_user = 'tamga_app' and old.state <> 'pending' and new.state <> old.state)
  execute function refuse_revival();
create trigger stored_files_end before update of state on stored_files for each row
  when (current_user = 'tamga_app' and old.state = 'removed' and new.state <> 'removed')
  execute function refuse_revival();
create trigger gov_payments_end before update of status on gov_payments for each row
  when (current_user = 'tamga_app' and old.status = 'paid' and new.status <> 'paid')
  execute function refuse_revival();
-- Only the receiver accepts: the policy for sweeps would let the platform accept for anybody.
create trigger authorisations_end before update of state, ended_at, accepted_at, receiver_id on authorisations
  for each row
  when (current_user = 'tamga_app' and (
    (old.state not in ('offered', 'accepted') and new.state <> old.state)
    or (old.state = 'accepted' and new.state = 'offered')
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at)
    or (old.accepted_at is not null and new.accepted_at is distinct from old.accepted_at)
    or (old.receiver_id is not null and new.receiver_id is distinct from old.receiver_id)
    or (app_role() = 'system' and old.state <> 'accepted' and new.state = 'accepted'
      and new.receiver_id is distinct from app_user_id())))
  execute function refuse_revival();
-- Done is what `erase_person` makes of an open request, and nobody else.
create trigger erasure_requests_end before update of state on erasure_requests for each row
  when (current_user = 'tamga_app' and ((old.state <> 'open' and new.state <> old.state) or new.state = 'done'))
  execute function refuse_revival();

-- A person asks for themselves; administrators read and refuse.
drop policy erasure_requests_own on erasure_requests;
create policy erasure_requests_read on erasure_requests for select
  using (user_id = app_user_id() or app_role() in ('admin', 'superadmin', 'system'));
create policy erasure_requests_ask on erasure_requests for insert with check (user_id = app_user_id());
create policy erasure_requests_end on erasure_requests for update
  using (user_id = app_user_id() or app_role() in ('admin', 'superadmin', 'system'));
revoke update (erased) on erasure_requests from tamga_app;

-- Erases one person, for one request that this person made and an administrator grants. Every condition is checked here,
-- because the application role may call the function with any argument: the request is open and its event is in the
-- audit log, which the role cannot change; the decider is another person with that role and a proof of the last fifteen
-- minutes; the time is not before the newest event. What has to stay is listed in modules/personal-data/rules.ts.
drop function erase_person(uuid, timestamptz);
create function erase_person(p_request uuid, p_decider uuid, p_answer text, p_now timestamptz) returns bigint
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    declare
      person uuid;
      asked timestamptz;
      total bigint := 0;
      part bigint;
    begin
      select user_id, created_at into person, asked from erasure_requests where id = p_request and state = 'open' for update;
      if person is null
        or not exists (select from audit_log where actor_user_id = person and action = 'account.erasure.asked'
          and target = person::text and occurred_at >= asked - interval '1 second') then
        raise exception 'no open request to erase' using errcode = 'insufficient_privilege';
      end if;
      if not exists (select from users u join roles r on r.id = u.role_id where u.id = person and r.key = 'user') then
        raise exception 'a person with a role is not erased' using errcode = 'insufficient_privilege';
      end if;
      if p_decider = person
        or p_now < (select occurred_at from audit_log order by id desc limit 1) - interval '1 minute'
        or not exists (
          select from users u join roles r on r.id = u.role_id
          where u.id = p_decider and u.active and u.deleted_at is null and (
            (r.key = 'admin' and exists (select from sessions s where s.user_id = u.id and s.method = 'eid'
              and s.ended_at is null and s.created_at > p_now - interval '15 minutes'))
            or (r.key = 'superadmin' and exists (select from superadmin_mfa_proofs m where m.user_id = u.id
              and m.proven_at > p_now - interval '15 minutes')))) then
        raise exception 'no administrator with a fresh proof decides' using errcode = 'insufficient_privilege';
      end if;
      update stored_files set state = 'removed', sealed_key = null
        where user_id = person and state <> 'removed' and (purpose in ('space', 'signature', 'data_export')
          or id in (select f.id from gov_files f where f.user_id = person and f.application_id is null));
      delete from gov_files where user_id = person and application_id is null;
      get diagnostics part = row_count; total := total + part;
      delete from gov_drafts where user_id = person;
      get diagnostics part = row_count; total := total + part;
      delete from gspace_files where user_id = person;
      get diagnostics part = row_count; total := total + part;
      delete from data_exports where user_id = person;
      get diagnostics part = row_count; total := total + part;
      delete from signature_images where user_id = person;
      get diagnostics part = row_count; total := total + part;
      delete from notifications where user_id = person;
      get diagnostics part = row_count; total := total + part;
      delete from notification_settings where user_id = person;
      delete from notification_preferences where user_id = person;
      delete from contact_codes where user_id = person;
      delete from contact_messages where user_id = person;
      delete from known_browsers where user_id = person;
      delete from login_events where user_id = person;
      get diagnostics part = row_count; total := total + part;
      delete from ai_turns where conversation_id in (select id from ai_conversations where user_id = person);
      delete from ai_conversations where user_id = person;
      get diagnostics part = row_count; total := total + part;
      delete from ai_consents where user_id = person;
      delete from support_cases where user_id = person;
      get diagnostics part = row_count; total := total + part;
      delete from social_links where user_id = person;
      get diagnostics part = row_count; total := total + part;
      -- A job tells the provider, and deletes the tokens then.
      insert into integration_revocations (id, user_id, provider, sealed_tokens, next_at, created_at)
        select gen_random_uuid(), user_id, provider, sealed_tokens, p_now, p_now from integrations where user_id = person;
      delete from integrations where user_id = person;
      get diagnostics part = row_count; total := total + part;
      delete from integration_flows where user_id = person;
      update security_events set user_id = null, ip = null, user_agent = null where user_id = person;
      update sessions set ended_at = coalesce(ended_at, p_now), end_reason = coalesce(end_reason, 'erased'),
        ip = null, user_agent = null where user_id = person;
      -- The names come again from the state register with the next sign-in.
      update users set first_name = '', last_name = '', first_name_en = '', last_name_en = '', email = '',
        email_verified = false, phone = '', locale = null, zoneinfo = null, document_number = null, cert_serial = null,
        cert_not_before = null, cert_not_after = null, cert_issuer = null, cert_key_type = null,
        tokens_revoked_before = p_now, updated_at = p_now where id = person;
      total := total + 1;
      update erasure_requests set state = 'done', answer = p_answer, erased = total, decided_by = p_decider,
        decided_at = p_now where id = p_request;
      return total;
    end
  $$;
revoke all on function erase_person(uuid, uuid, text, timestamptz) from public;
grant execute on function erase_person(uuid, uuid, text, timestamptz) to tamga_app;
