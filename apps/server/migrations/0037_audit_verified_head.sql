-- How far the audit log was verified, sealed with a key that is not in the database: a writer of the database can
-- neither move the mark forward nor rewrite the rows below it unnoticed.
create table audit_verified (
  only_row   boolean primary key default true check (only_row),
  sealed     text not null,
  updated_at timestamptz not null
);
alter table audit_verified enable row level security;
create policy audit_verified_platform on audit_verified using (app_role() = 'system');
grant select, insert on audit_verified to tamga_app;
grant update (sealed, updated_at) on audit_verified to tamga_app;
