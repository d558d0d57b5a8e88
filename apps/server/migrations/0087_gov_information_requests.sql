-- A question to the applicant has a day until which it can be answered, and the officer may withdraw it.
alter domain gov_event drop constraint gov_event_check;
alter domain gov_event add constraint gov_event_check check (value in ('created', 'auto_fulfilled', 'assigned',
  'reassigned', 'released', 'info_requested', 'info_provided', 'info_note', 'info_withdrawn', 'decided', 'delivered',
  'cancelled', 'sla_breached', 'tacit_approved', 'expired'));
-- Null: the limit of the installation (GOV_INFO_EXPIRY_DAYS), counted from the question.
alter table gov_applications add column info_due_at timestamptz(3);
grant update (info_due_at) on gov_applications to tamga_app;

-- A life event can be edited.
grant update (name, kind, description, description_en, lead_agency, lead_agency_en, eu_code, en_label)
  on registry_life_events to tamga_app;
