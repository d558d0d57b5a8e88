-- Papers may be added before there is an application: they belong to its draft, and become the application's when it
-- is made. Drafts have an id so that a paper still on its way cannot slip into a later draft for the same service.
alter table gov_drafts add column id uuid not null default gen_random_uuid() unique;
create index gov_drafts_untouched on gov_drafts (updated_at);
alter table gov_files alter column application_id drop not null;
-- No reference in the sense of SQL: a draft ends while the rows of its removed papers wait for the sweep.
alter table gov_files add column draft_id uuid;
alter table gov_files add constraint gov_files_belong check (num_nonnulls(application_id, draft_id) = 1);
create index gov_files_of_draft on gov_files (draft_id, created_at, id) where draft_id is not null;
grant update (application_id, draft_id) on gov_files to tamga_app;

-- What a person has not sent yet is nobody's business but theirs.
drop policy gov_files_read on gov_files;
create policy gov_files_read on gov_files for select
  using (user_id = app_user_id() or app_role() = 'system' or (app_role() = 'officer' and application_id is not null));

-- Which answers were changed with an event, and what they were before.
alter table gov_application_events add column changes jsonb not null default '[]';

-- What only a fee can move on is closed when the fee does not come; stamped once, when it is asked for.
alter table gov_applications add column fee_due_at timestamptz(3);
update gov_applications a set fee_due_at = now() + interval '30 days'
  where fee > 0 and status in ('submitted', 'registered') and (fulfilment = 'auto' or payment_before = 'review');
create index gov_applications_unpaid on gov_applications (fee_due_at)
  where fee_due_at is not null and status in ('submitted', 'registered');
