-- Maintenance during which nothing can be sent or changed.
alter table announcements add column read_only boolean not null default false
  check (not read_only or kind = 'maintenance');
grant update (read_only) on announcements to tamga_app;
