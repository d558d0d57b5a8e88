-- A service may require that the officer signs the decision with PIN2.
alter table registry_services add column decision_signature boolean not null default false;
grant update (decision_signature) on registry_services to tamga_app;
alter table gov_services add column decision_signature boolean not null default false;
grant update (decision_signature) on gov_services to tamga_app;
-- As the service said when the person applied.
alter table gov_applications add column signature_required boolean not null default false;

-- The signature of a decision, written in the transaction that decides. Rows are never changed or removed.
create table gov_decision_signatures (
  -- The signing session; a signature decides once.
  sid            text primary key check (sid ~ '^[0-9a-f]{32}$'),
  application_id uuid not null unique references gov_applications (id),
  -- The applicant, as the application says: here for the policies alone.
  user_id        uuid not null,
  officer_id     uuid not null references users (id),
  -- The exact text that was signed.
  canonical      text not null check (length(canonical) <= 20000),
  -- Base64 of DER.
  signature      text not null check (length(signature) <= 2000),
  -- PEM, from the officer's to the root.
  certificates   text not null check (length(certificates) <= 100000),
  created_at     timestamptz(3) not null
);
create index gov_decision_signatures_officer on gov_decision_signatures (officer_id);
alter table gov_decision_signatures enable row level security;
create policy gov_decision_signatures_read on gov_decision_signatures for select
  using (app_user_id() in (user_id, officer_id) or app_role() = 'system'
    or (app_role() = 'officer' and exists (select from gov_applications a where a.id = application_id)));
create policy gov_decision_signatures_keep on gov_decision_signatures for insert
  with check (app_role() = 'officer' and officer_id = app_user_id() and exists (
    select from gov_applications a
    where a.id = application_id and a.user_id = gov_decision_signatures.user_id and a.user_id <> app_user_id()));
grant select, insert on gov_decision_signatures to tamga_app;
