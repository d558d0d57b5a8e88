-- The PDF of what the platform issues: made, sealed and stored once, at issue or at the first download. `form` says how
-- it was made; one that was made in another way (without a seal) is made again. A job raises a seal below B-LT.
create table issued_documents (
  kind          text not null check (kind in ('reference', 'receipt')),
  subject_id    uuid not null,
  user_id       uuid not null references users (id),
  file_id       uuid not null references stored_files (id),
  form          text not null check (length(form) between 1 and 32),
  -- Reached, not hoped for; null for a document without a seal.
  level         text check (level in ('B-B', 'B-T', 'B-LT', 'B-LTA')),
  shortfall     text not null default '' check (length(shortfall) <= 60),
  -- As the certificate of the seal names it.
  sealed_by     text not null default '' check (length(sealed_by) <= 200),
  sealed_serial text not null default '' check (length(sealed_serial) <= 64),
  sealed_at     timestamptz(3),
  -- When the job looks at it again; null when nothing is left to do.
  check_at      timestamptz(3),
  primary key (kind, subject_id),
  check ((level is null) = (sealed_at is null))
);
create index issued_documents_of on issued_documents (user_id);
create index issued_documents_file on issued_documents (file_id);
create index issued_documents_due on issued_documents (check_at) where check_at is not null;
alter table issued_documents enable row level security;
create policy issued_documents_own on issued_documents for select
  using (user_id = app_user_id() or app_role() = 'system');
create policy issued_documents_store on issued_documents for insert with check (app_role() = 'system');
create policy issued_documents_replace on issued_documents for update using (app_role() = 'system');
grant select, insert on issued_documents to tamga_app;
grant update (file_id, form, level, shortfall, sealed_by, sealed_serial, sealed_at, check_at) on issued_documents to tamga_app;

insert into issued_documents (kind, subject_id, user_id, file_id, form)
select 'reference', id, user_id, file_id, file_form from gov_references where file_id is not null and file_form <> '';
drop policy gov_references_store on gov_references;
alter table gov_references drop column file_id, drop column file_form;

-- The job that seals what was issued while the seal was away looks at the last month only.
create index gov_references_issued on gov_references (issued_at);
