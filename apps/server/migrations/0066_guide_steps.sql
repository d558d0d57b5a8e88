-- The ordered steps of a life event. A step is a service, or a plain step that a registrar wrote.
create table registry_guide_steps (
  id            uuid primary key,
  life_event_id uuid not null references registry_life_events (id) on delete cascade,
  position      integer not null check (position between 1 and 50),
  service_id    uuid references registry_services (id) on delete cascade,
  -- The passport says how a service is obtained.
  how           text check (how in ('online', 'in_person', 'automatic')),
  title         text not null check (length(title) <= 200),
  title_en      text not null check (length(title_en) <= 200),
  body          text not null check (length(body) <= 2000),
  body_en       text not null check (length(body_en) <= 2000),
  unique (life_event_id, position),
  unique (life_event_id, service_id),
  constraint registry_guide_steps_plain check ((service_id is null) = (how is not null)),
  constraint registry_guide_steps_titled check ((service_id is null) = (title <> '' and title_en <> ''))
);
create index registry_guide_steps_service on registry_guide_steps (service_id);
comment on table registry_guide_steps is 'shared: shown to everybody, nothing of a person; the rows that write it ask for registry.manage';
grant select, insert, delete on registry_guide_steps to tamga_app;

-- The time of the last change of the steps: two registrars must not overwrite each other.
alter table registry_life_events add updated_at timestamptz(3);
grant update (updated_at) on registry_life_events to tamga_app;
