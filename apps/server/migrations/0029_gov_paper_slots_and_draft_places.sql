-- The paper of the form a file was added for, by its key; null for a file that no form asked for.
alter table gov_files add column slot text check (slot ~ '^[a-z][a-z0-9_]{0,63}$');

-- A draft opens where the person left it. Each saved change is a revision, and each revision an audit event.
alter table gov_drafts
  add column step text not null default 'answers' check (step in ('answers', 'papers', 'review')),
  add column field text not null default '' check (length(field) <= 200),
  add column revision integer not null default 1;

-- When the applicant last answered a question, until the next one is asked.
alter table gov_applications add column answered_at timestamptz(3);
update gov_applications a set answered_at = e.answered_at
  from (select application_id, max(created_at) as answered_at from gov_application_events
        where type = 'info_provided' group by application_id) e
  where e.application_id = a.id and a.status = 'in_review';
grant update (answered_at) on gov_applications to tamga_app;
