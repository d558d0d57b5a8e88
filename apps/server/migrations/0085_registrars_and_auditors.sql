-- Two system roles. Keys and ids are fixed; a role of the installation with the same key keeps its holders under another.
update roles set key = key || '_' || id where key in ('registrar', 'auditor');
insert into permissions (key, label, category) values ('audit.view', 'Read the audit log', 'administration');
insert into roles (id, key, name, description, is_system) values
  (6, 'registrar', 'Registrar', 'Describes the services of the authorities it works for', true),
  (7, 'auditor', 'Auditor', 'Reads the audit log and nothing else', true);
insert into role_permissions (role_id, permission) values
  (6, 'dashboard.view'), (6, 'personal.view'), (6, 'registry.view'), (6, 'registry.manage'),
  (7, 'audit.view');
-- Existing holders saw the whole registry, and do so until an administrator changes it. A reviewer keeps the authorities
-- they have: more of them would open more cases.
insert into officer_authorities (user_id, granted_at)
  select u.id, now() from users u
  where u.deleted_at is null and u.role_id > 2
    and exists (select from role_permissions p where p.role_id = u.role_id and p.permission in ('registry.view', 'registry.manage'))
    and not exists (select from role_permissions p where p.role_id = u.role_id and p.permission = 'gov.review')
  on conflict do nothing;

-- The rows of the registry run as `registrar`: such a caller sees and changes the passports of their authorities alone.
-- Others read what is published; the catalogue reads as the platform.
comment on table registry_services is null;
comment on table registry_service_events is null;
comment on table registry_service_evidences is null;
comment on table registry_versions is null;
alter table registry_services enable row level security;
create policy registry_services_read on registry_services for select
  using (case app_role() when 'none' then false
    when 'registrar' then array[authority_id::text, '*'] && (select case_authorities()) else true end);
create policy registry_services_write on registry_services for all
  using (app_role() = 'system'
    or (app_role() = 'registrar' and array[authority_id::text, '*'] && (select case_authorities())));
alter table registry_service_events enable row level security;
create policy registry_service_events_read on registry_service_events for select
  using (exists (select from registry_services s where s.id = service_id));
create policy registry_service_events_write on registry_service_events for all
  using (app_role() in ('system', 'registrar') and exists (select from registry_services s where s.id = service_id));
alter table registry_service_evidences enable row level security;
create policy registry_service_evidences_read on registry_service_evidences for select
  using (exists (select from registry_services s where s.id = service_id));
create policy registry_service_evidences_write on registry_service_evidences for all
  using (app_role() in ('system', 'registrar') and exists (select from registry_services s where s.id = service_id));
alter table registry_versions enable row level security;
create policy registry_versions_read on registry_versions for select
  using (exists (select from registry_services s where s.id = service_id));
create policy registry_versions_append on registry_versions for insert
  with check (app_role() in ('system', 'registrar') and exists (select from registry_services s where s.id = service_id));

-- The rows of the audit log run as `auditor`, which opens the log and the names in it, and nothing else.
drop policy audit_log_read on audit_log;
create policy audit_log_read on audit_log for select
  using (app_role() in ('auditor', 'admin', 'superadmin', 'system'));
-- An auditor reads names and opens nothing behind them.
create function audit_opens() returns boolean language sql stable security definer set search_path = tamga, pg_temp
  as $$ select app_role() = 'system' or exists (select from users where id = app_user_id() and role_id in (1, 2)) $$;
revoke all on function audit_opens() from public;
create or replace function audit_names(
  p_applications uuid[], p_organisations uuid[], p_services uuid[], p_passports uuid[], p_clients text[], p_roles integer[])
  returns table (kind text, id text, name text, name_en text, can_open boolean)
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select found.kind, found.id, found.name, found.name_en, found.can_open and audit_opens() from (
      select 'application' as kind, a.id::text as id, a.reference_no as name, a.reference_no as name_en, a.fulfilment = 'manual' as can_open
      from gov_applications a where a.id = any(p_applications)
      union all
      select 'organisation', o.id::text, o.name, o.name_latin, app_is_member(o.id)
      from organisations o where o.id = any(p_organisations)
      union all
      select 'service', s.id::text, s.name, s.name_en, true from gov_services s where s.id = any(p_services)
      union all
      select 'passport', s.id::text, s.name, s.name_en, true from registry_services s where s.id = any(p_passports)
      union all
      select 'client', c.id, c.name, c.name, true from applications c where c.id = any(p_clients)
      union all
      select 'role', r.id::text, r.name, r.name, true from roles r where r.id = any(p_roles)
    ) as found
    where app_role() in ('auditor', 'admin', 'superadmin', 'system')
  $$;
create or replace function audit_matter_ids(p_text text) returns setof text
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select found.id from (
      select p_text as id
      union select id::text from gov_applications where reference_no = upper(p_text)
      union select id::text from support_cases where number = upper(p_text)
      union select id::text from gov_services where code = upper(p_text)
      union select id::text from registry_services where code = upper(p_text)
      union select id::text from organisations where upper(reg_no) = upper(p_text)
    ) as found
    where app_role() in ('auditor', 'admin', 'superadmin', 'system')
  $$;
-- Names alone: the policy of people hides them from an auditor.
create function audit_people(p_people uuid[]) returns table (id uuid, name text, name_en text, can_open boolean, deleted boolean)
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select u.id, concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, '')),
      concat_ws(' ', nullif(u.last_name_en, ''), nullif(u.first_name_en, '')), audit_opens(), u.deleted_at is not null
    from users u where u.id = any(p_people)
      and app_role() in ('auditor', 'admin', 'superadmin', 'system')
  $$;
revoke all on function audit_people(uuid[]) from public;
grant execute on function audit_people(uuid[]) to tamga_app;
