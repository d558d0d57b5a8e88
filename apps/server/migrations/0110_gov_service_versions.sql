-- What a service asked and cost in each published version. An application is read with the form it was sent with, and
-- a draft knows for which version it was filled in.
create table gov_service_versions (
  service_id      uuid not null references gov_services (id) on delete cascade,
  version         integer not null check (version > 0),
  fee             bigint not null,
  processing_days integer not null,
  -- Not jsonb, which would forget the order in which the questions are asked.
  form            json,
  primary key (service_id, version)
);
comment on table gov_service_versions is 'shared: published versions of services, nothing of a person; written by publishing alone';
grant select, insert on gov_service_versions to tamga_app;

-- Version of the passport; `version` of this table counts projections, and a withdrawal is one too.
alter table gov_services add column passport_version integer not null default 1 check (passport_version > 0);
grant update (passport_version) on gov_services to tamga_app;
update gov_services s set passport_version = r.version
  from registry_services r where r.id = s.passport_id and r.version > 0;

insert into gov_service_versions (service_id, version, fee, processing_days, form)
select s.id, v.version, v.fee, v.max_days,
  case when json_typeof(v.snapshot -> 'form') = 'object' then v.snapshot -> 'form' end
from gov_services s join registry_versions v on v.service_id = s.passport_id;
-- A service without a passport is known as it is now.
insert into gov_service_versions (service_id, version, fee, processing_days, form)
select id, passport_version, fee, processing_days, form from gov_services
on conflict do nothing;

-- Null: from before this was kept, and nothing was published until then.
alter table gov_applications add column service_version integer;
update gov_applications a set service_version = (
  select v.version from gov_services s join registry_versions v on v.service_id = s.passport_id
  where s.id = a.service_id and v.published_at <= a.submitted_at order by v.version desc limit 1);
-- Null: the page did not say.
alter table gov_drafts add column service_version integer;
