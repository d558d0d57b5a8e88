-- The store that takes new files; `tamga files move` changes it. One row for the whole platform.
create table file_store (
  id         boolean primary key default true check (id),
  driver     text not null default 'local' check (driver in ('local', 's3', 'sftp')),
  changed_at timestamptz(3) not null default now()
);
comment on table file_store is 'shared: one setting of the platform, no personal data';
insert into file_store default values;

-- One row for each object in a store. The row exists before the first byte and goes after the last, so no object is
-- unknown: rows that stay 'arriving' too long or are 'removed' are swept together with their bytes. The key of a
-- sealed file is in its row alone; removing it erases the file, also from backups of the store.
create table stored_files (
  id         uuid primary key,
  driver     text not null check (driver in ('local', 's3', 'sftp')),
  purpose    text not null check (purpose ~ '^[a-z][a-z_]{0,31}$'),
  user_id    uuid references users (id),
  state      text not null default 'arriving' check (state in ('arriving', 'kept', 'removed')),
  type       text not null default '' check (length(type) <= 127),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  sha256     text not null default '' check (sha256 ~ '^([0-9a-f]{64})?$'),
  is_sealed  boolean not null,
  sealed_key text,
  scan       text not null default 'unscanned' check (scan in ('unscanned', 'clean', 'infected', 'unscannable')),
  scan_note  text not null default '' check (length(scan_note) <= 200),
  created_at timestamptz(3) not null,
  check (state <> 'removed' or sealed_key is null)
);
create index stored_files_unsettled on stored_files (created_at) where state <> 'kept';
create index stored_files_elsewhere on stored_files (driver, id) where state = 'kept';
create index stored_files_scan on stored_files (created_at) where state = 'kept' and scan = 'unscanned';
create index stored_files_user on stored_files (user_id);

insert into stored_files (id, driver, purpose, user_id, state, type, size_bytes, sha256, is_sealed, created_at)
select id, 'local', 'paper', user_id, state, type, size_bytes, sha256, false, created_at from gov_files;

-- A paper is a name in an application or a draft; its bytes and their facts are in stored_files.
drop index gov_files_of;
drop index gov_files_unsettled;
delete from gov_files where state <> 'kept';
alter table gov_files
  drop column type,
  drop column size_bytes,
  drop column sha256,
  drop column state,
  add foreign key (id) references stored_files (id);
create index gov_files_of on gov_files (application_id, created_at, id) where application_id is not null;
drop policy gov_files_sweep on gov_files;
create policy gov_files_remove on gov_files for delete
  using ((user_id = app_user_id() and app_role() <> 'officer') or app_role() = 'system');

-- A file is visible to its person, and to an officer with the paper: the subselect is itself under a policy.
alter table stored_files enable row level security;
create policy stored_files_read on stored_files for select
  using (user_id = app_user_id() or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_files f where f.id = stored_files.id)));
create policy stored_files_add on stored_files for insert
  with check ((user_id = app_user_id() and app_role() <> 'officer') or app_role() = 'system');
create policy stored_files_change on stored_files for update
  using ((user_id = app_user_id() and app_role() <> 'officer') or app_role() = 'system');
create policy stored_files_sweep on stored_files for delete using (app_role() = 'system');

grant select on file_store to tamga_app;
grant update (driver, changed_at) on file_store to tamga_app;
grant select, insert, delete on stored_files to tamga_app;
grant update (driver, state, type, size_bytes, sha256, sealed_key, scan, scan_note) on stored_files to tamga_app;
