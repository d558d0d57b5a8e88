-- What a signing is for. A digest that an application computed never counts as a decision or an authorisation, whose
-- text the platform writes and shows on the phone.
alter table sign_sessions add column purpose text not null default 'document'
  check (purpose in ('document', 'decision', 'authorisation'));

-- A person becomes an owner of an application by accepting: a register number alone tells nobody a name.
create table application_owner_offers (
  id             uuid primary key default gen_random_uuid(),
  application_id text not null references applications (id) on delete cascade,
  national_id    text not null check (length(national_id) between 8 and 20),
  created_at     timestamptz(3) not null,
  expires_at     timestamptz(3) not null,
  unique (application_id, national_id)
);
create index application_owner_offers_person on application_owner_offers (national_id);
create index application_owner_offers_expiry on application_owner_offers (expires_at);
alter table application_owner_offers enable row level security;
create policy application_owner_offers_platform on application_owner_offers using (app_role() = 'system');
grant select, insert, delete on application_owner_offers to tamga_app;
grant update (created_at, expires_at) on application_owner_offers to tamga_app;
