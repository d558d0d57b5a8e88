-- A file whose scan failed goes behind the others, so that one file cannot stop the queue.
alter table stored_files add column scan_tried_at timestamptz(3);
drop index stored_files_scan;
create index stored_files_scan on stored_files ((coalesce(scan_tried_at, created_at)), id)
  where state = 'kept' and scan = 'unscanned';
grant update (scan_tried_at) on stored_files to tamga_app;

-- Lease of the instance that scans waiting files.
alter table file_store add column scanning_until timestamptz(3);
grant update (scanning_until) on file_store to tamga_app;

-- The PDF of a document, stored at its first download. `file_form` says how it was made: when the platform makes
-- documents in another way (with a seal), the next download makes and stores it again.
alter table gov_references
  add column file_id uuid references stored_files (id),
  add column file_form text not null default '' check (length(file_form) <= 32);
create index gov_references_file on gov_references (file_id) where file_id is not null;
create policy gov_references_store on gov_references for update using (app_role() = 'system');
grant update (file_id, file_form) on gov_references to tamga_app;

-- An uploaded image beside the address of one.
alter table signature_images
  alter column url set default '',
  add column file_id uuid references stored_files (id);
create index signature_images_file on signature_images (file_id) where file_id is not null;
alter table organisation_assets add column stamp_file_id uuid references stored_files (id);
create index organisation_assets_stamp_file on organisation_assets (stamp_file_id) where stamp_file_id is not null;
