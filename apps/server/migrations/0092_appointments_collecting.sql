-- An appointment to collect the result of an application, so that the application's page finds its own.
alter table appointments add column application_id uuid references gov_applications (id) on delete set null;
create index appointments_application on appointments (application_id) where application_id is not null;
