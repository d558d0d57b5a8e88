-- A key for assistants may be narrowed to some tools and may end by itself; null is every tool, and no end.
alter table api_keys
  add column scopes text[] check (cardinality(scopes) between 1 and 50),
  add column expires_at timestamptz(3);

-- Clients that no administrator registered: assistants that publish their facts at an https address (the address is
-- their client id; ours is derived from it), and assistants that registered themselves.
alter table applications
  add column origin text not null default 'registered' check (origin in ('registered', 'document', 'dynamic')),
  add column document_url text unique check (length(document_url) <= 400),
  add constraint applications_document check ((origin = 'document') = (document_url is not null));
create index applications_assistants on applications (created_at) where origin <> 'registered';
