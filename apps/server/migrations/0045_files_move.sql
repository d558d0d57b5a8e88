-- A move copies a file before its row changes and removes the old object afterwards. The row names the second store
-- that may hold bytes of the file, so that the sweep and the next move find what an interrupted one left.
alter table stored_files
  add column copy_driver text check (copy_driver in ('local', 's3', 'sftp'));
create index stored_files_copied on stored_files (id) where copy_driver is not null;
grant update (copy_driver) on stored_files to tamga_app;
