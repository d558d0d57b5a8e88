-- What an authorisation allows stands behind the party: for each kind of act every service ("*") or a list of ids. A
-- person who acts by an own right has no such list.
create function app_party_limits() returns jsonb language sql stable parallel safe
  as $$
    select nullif(substr(current_setting('app.party_id', true), 38), '')::jsonb
  $$;
create function app_party_reaches(p_kind text, p_service uuid) returns boolean language sql stable parallel safe
  as $$
    select tamga.app_party_limits() is null
      or coalesce(tamga.app_party_limits() -> p_kind = '"*"' or tamga.app_party_limits() -> p_kind ? p_service::text, false)
  $$;
-- Records of others: only what is paid and booked, where the authorisation allows that for the service.
create or replace function app_sees_party(p_kind text) returns boolean language sql stable parallel safe
  as $$
    select tamga.app_party_limits() is null or (p_kind in ('pay', 'book') and tamga.app_party_limits() ? p_kind)
  $$;
-- Reads as its owner, because a right to pay does not open the application.
create function application_service(p_application uuid) returns uuid
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select service_id from gov_applications where id = p_application $$;
revoke all on function application_service(uuid) from public;
grant execute on function application_service(uuid) to tamga_app;

drop policy gov_applications_limited on gov_applications;
create policy gov_applications_limited on gov_applications as restrictive
  using (party_id is null or ((user_id = app_user_id() or app_sees_party('apply'))
    and app_party_reaches('apply', service_id)));
create policy gov_drafts_limited on gov_drafts as restrictive
  using (party_id is null or app_party_reaches('apply', service_id));
drop policy gov_references_limited on gov_references;
create policy gov_references_limited on gov_references as restrictive
  using (party_id is null or ((user_id = app_user_id() or app_sees_party('apply'))
    and app_party_reaches('apply', application_service(application_id))));
drop policy gov_payments_limited on gov_payments;
create policy gov_payments_limited on gov_payments as restrictive
  using (party_id is null or ((user_id = app_user_id() or app_sees_party('pay'))
    and app_party_reaches('pay', application_service(application_id))));
drop policy appointments_limited on appointments;
create policy appointments_limited on appointments as restrictive
  using (party_id is null or ((user_id = app_user_id() or app_sees_party('book'))
    and app_party_reaches('book', service_id)));
