-- Everything a citizen reads of a service exists in Mongolian and in English. What was published before in one language
-- stays: an empty English text means the reader gets the Mongolian one. Publishing again asks for both.
alter table registry_services
  add column legal_basis_en  text not null default '' check (length(legal_basis_en) <= 4000),
  add column authority_en    text not null default '' check (length(authority_en) <= 300),
  add column target_group_en text not null default '' check (length(target_group_en) <= 300),
  add column output_en       text not null default '' check (length(output_en) <= 300),
  add column category_en     text not null default '' check (length(category_en) <= 120),
  -- Laid by the demonstration seed and changed by nobody since: it is labelled as a sample wherever it is shown.
  add column demo            boolean not null default false,
  -- The state before archiving, so that restoring gives exactly that back.
  add column archived_from   text check (archived_from in ('draft', 'published'));
grant update (legal_basis_en, authority_en, target_group_en, output_en, category_en, demo, archived_from)
  on registry_services to tamga_app;

alter table registry_evidences
  add column name_en          text not null default '' check (length(name_en) <= 300),
  add column description_en   text not null default '' check (length(description_en) <= 4000),
  add column holder_agency_en text not null default '' check (length(holder_agency_en) <= 300);
grant update (name_en, description_en, holder_agency_en) on registry_evidences to tamga_app;

alter table registry_service_evidences
  add column note_en text not null default '' check (length(note_en) <= 4000);

alter table registry_life_events
  add column description_en text not null default '' check (length(description_en) <= 4000),
  add column lead_agency_en text not null default '' check (length(lead_agency_en) <= 300);

alter table gov_services
  add column category_en    text not null default '',
  add column agency_en      text not null default '',
  add column description_en text not null default '',
  add column legal_basis_en text not null default '',
  add column evidence_en    text[] not null default '{}';
grant update (category_en, agency_en, description_en, legal_basis_en, evidence_en) on gov_services to tamga_app;

-- The Mongolian `agency` stays the key of a place's calendar.
alter table appointments
  add column service_name_en text not null default '',
  add column agency_en       text not null default '';

-- The number of the application it is for, so that a list of payments and a receipt can name it.
alter table gov_payments add column reference_no text not null default '' check (length(reference_no) <= 40);

-- A person sees the receipts of their own payments.
create policy gov_payment_receipts_own on gov_payment_receipts for select
  using (exists (select from gov_payments p where p.id = payment_id and p.user_id = app_user_id()));
