-- Documentation of the services of the gateway, reduced from the OpenAPI document that an administrator uploaded. The
-- rows require gateway.manage to write and a session to read, then act as the platform.
create table gateway_documents (
  service_id  uuid primary key references gateway_services (id) on delete cascade,
  title       text not null check (length(title) between 1 and 200),
  description text not null check (length(description) <= 4000),
  version     text not null check (length(version) <= 60),
  operations  jsonb not null check (jsonb_typeof(operations) = 'array'),
  uploaded_at timestamptz(3) not null
);
alter table gateway_documents enable row level security;
create policy gateway_documents_platform on gateway_documents using (app_role() = 'system');
grant select, insert, delete on gateway_documents to tamga_app;
grant update (title, description, version, operations, uploaded_at) on gateway_documents to tamga_app;
