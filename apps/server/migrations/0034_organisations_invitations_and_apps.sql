-- The secret that pairwise subjects are made with. One row, sealed: whoever knows it can tell a person's subjects apart
-- from those of others and join them. It never changes, or every application would lose its people.
create table oidc_subject_salt (
  id     boolean primary key default true check (id),
  sealed text not null check (length(sealed) <= 400)
);
alter table oidc_subject_salt enable row level security;
create policy oidc_subject_salt_platform on oidc_subject_salt using (app_role() = 'system');
grant select, insert, update (sealed) on oidc_subject_salt to tamga_app;
