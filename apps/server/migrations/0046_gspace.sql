-- One row for each person who keeps files of their own: locked while the quota is decided, so that two uploads on two
-- instances cannot both take the last bytes.
create table gspace_spaces (
  user_id    uuid primary key references users (id),
  changed_at timestamptz(3) not null
);

-- A person's own files by name; the bytes and their kind are in stored_files. The size is here too, so that the quota
-- is summed from one index.
create table gspace_files (
  user_id    uuid not null references users (id),
  name       text collate "C" not null check (length(name) between 1 and 200),
  file_id    uuid not null unique references stored_files (id),
  size_bytes bigint not null check (size_bytes >= 0),
  mod_time   timestamptz(3) not null,
  primary key (user_id, name) include (size_bytes)
);

-- Nobody else sees a person's files, not even an officer or an administrator.
alter table gspace_spaces enable row level security;
create policy gspace_spaces_own on gspace_spaces
  using (user_id = app_user_id() and app_role() <> 'officer')
  with check (user_id = app_user_id() and app_role() <> 'officer');
alter table gspace_files enable row level security;
create policy gspace_files_own on gspace_files
  using (user_id = app_user_id() and app_role() <> 'officer')
  with check (user_id = app_user_id() and app_role() <> 'officer');

grant select, insert, update (changed_at) on gspace_spaces to tamga_app;
grant select, insert, update (file_id, size_bytes, mod_time), delete on gspace_files to tamga_app;
