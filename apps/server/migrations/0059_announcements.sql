-- What operators tell everybody: news, a disruption, planned maintenance.
create table announcements (
  id         uuid primary key default gen_random_uuid(),
  kind       text not null check (kind in ('news', 'disruption', 'maintenance')),
  title      text not null check (length(title) between 1 and 120),
  title_en   text not null check (length(title_en) between 1 and 120),
  body       text not null check (length(body) <= 2000),
  body_en    text not null check (length(body_en) <= 2000),
  starts_at  timestamptz(3) not null,
  ends_at    timestamptz(3) check (ends_at > starts_at),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
comment on table announcements is 'shared: every visitor reads them, no personal data';
create index announcements_newest on announcements (starts_at desc, id);

grant select, insert, delete on announcements to tamga_app;
grant update (kind, title, title_en, body, body_en, starts_at, ends_at, updated_at) on announcements to tamga_app;

-- The most used services of the front page.
create index gov_applications_newest on gov_applications (seq desc) include (service_id);
