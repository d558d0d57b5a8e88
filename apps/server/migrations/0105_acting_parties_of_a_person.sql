-- What an authorisation reaches, for one party of a request and for all parties of an overview alike; null: everything.
create function right_reaches(p_limits jsonb, p_kind text, p_service uuid) returns boolean
  language sql immutable parallel safe
  as $$
    select p_limits is null or coalesce(p_limits -> p_kind = '"*"' or p_limits -> p_kind ? p_service::text, false)
  $$;
create or replace function app_party_reaches(p_kind text, p_service uuid) returns boolean
  language sql stable parallel safe
  as $$ select tamga.right_reaches(tamga.app_party_limits(), p_kind, p_service) $$;
revoke all on function right_reaches(jsonb, text, uuid) from public;
grant execute on function right_reaches(jsonb, text, uuid) to tamga_app;
create index gov_payments_due_of_owner on gov_payments (owner_id) where status = 'pending';

-- News stays with the party until somebody who may act for it has got it.
alter table party_news add column tried_at timestamptz;
create index party_news_tried on party_news (tried_at nulls first);
grant update (tried_at) on party_news to tamga_app;

-- Links of messages about a party name the party, so that opening them acts for it.
update notifications n set link = n.link || '?for=' || a.party_id
  from gov_applications a join acting_parties p on p.id = a.party_id
  where n.link = '/applications/' || a.id and p.user_id is distinct from n.user_id;

-- Who looked at data of a child or an organisation is shown to those who may act for it now, and not to the person who
-- filed the case. Entries are never rewritten, so an older one is found by its target and judged by its matter.
create function access_subject(p_target text, p_matter text) returns text
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select coalesce((select coalesce(p.user_id, p.id)::text from gov_applications a join acting_parties p on p.id = a.party_id
      where a.id = case when p_matter ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_matter::uuid end), p_target)
  $$;
-- An authorisation opens cases, not the log; null shows nothing.
create function access_owner() returns text language sql stable parallel safe
  as $$
    select case when tamga.app_party_id() is null then tamga.app_user_id()::text
      when tamga.app_party_limits() is null then tamga.app_party_id()::text end
  $$;
create function access_targets() returns text[]
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select array(select access_owner() union
      select a.user_id::text from acting_parties p join gov_applications a on a.party_id = p.id
      where p.id = access_owner()::uuid or p.user_id = access_owner()::uuid)
  $$;
drop policy audit_log_own_access on audit_log;
create policy audit_log_own_access on audit_log for select
  using (category = 'access' and target = any ((select access_targets())::text[])
    and access_subject(target, metadata ->> 'matter_id') = (select access_owner()));
create or replace function access_viewer_name(p_viewer uuid) returns text
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select concat_ws(' ', nullif(last_name, ''), nullif(first_name, '')) from users
    where id = p_viewer and exists (
      select from audit_log
      where category = 'access' and target = any (access_targets()) and actor_user_id = p_viewer
        and access_subject(target, metadata ->> 'matter_id') = access_owner())
  $$;
revoke all on function access_subject(text, text), access_owner(), access_targets() from public;
grant execute on function access_subject(text, text), access_owner(), access_targets() to tamga_app;

-- Names of organisations and children whose data was looked at, for readers of the audit log.
create or replace function audit_people(p_people uuid[])
  returns table (id uuid, name text, name_en text, can_open boolean, deleted boolean)
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select u.id, concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, '')),
      concat_ws(' ', nullif(u.last_name_en, ''), nullif(u.first_name_en, '')), audit_opens(), u.deleted_at is not null
    from users u where u.id = any(p_people)
      and app_role() in ('auditor', 'admin', 'superadmin', 'system')
    union all
    select p.id, coalesce(o.name, p.name), coalesce(o.name_latin, p.name_en), false, false
    from acting_parties p left join organisations o on o.id = p.organisation_id
    where p.id = any(p_people) and p.user_id is null and app_role() in ('auditor', 'admin', 'superadmin', 'system')
  $$;
