-- For whom a service is. One that states nothing is for people; an organisation is named.
alter table registry_services add column applicants text[] not null default '{person,child}'
  check (applicants <@ '{person,child,organisation}'::text[] and cardinality(applicants) > 0);
grant update (applicants) on registry_services to tamga_app;
alter table gov_services add column applicants text[] not null default '{person,child}'
  check (applicants <@ '{person,child,organisation}'::text[] and cardinality(applicants) > 0);
grant update (applicants) on gov_services to tamga_app;
-- Services from before keep organisations, unless their form asks who the applicant is as a person.
create function pg_temp.applicants_of(p_form text) returns text[] language sql immutable
  as $$
    select case when p_form ~ '"x-prefill": *"(last_name|first_name|national_id|birth_date)"'
        and p_form !~ '"x-prefill": *"organisation_' then '{person,child}'::text[]
      else '{person,child,organisation}'::text[] end
  $$;
update registry_services set applicants = pg_temp.applicants_of(coalesce(form::text, ''));
update gov_services set applicants = pg_temp.applicants_of(coalesce(form::text, ''));
update registry_versions set snapshot = ('{"applicants":'
    || to_json(pg_temp.applicants_of(coalesce(snapshot ->> 'form', ''))) || ','
    || substr(ltrim(snapshot::text), 2))::json;
