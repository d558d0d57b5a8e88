-- Which social account signs in as whom. Joined only after eID, found only by the provider's own subject, and never
-- moved: a subject has one person, and a person one subject at each provider. Of the address a mask is kept.
create table social_links (
  user_id      uuid not null references users (id),
  issuer       text not null,
  subject      text not null,
  provider     text not null,
  email_masked text not null,
  linked_at    timestamptz not null,
  primary key (user_id, issuer),
  unique (issuer, subject)
);
alter table social_links enable row level security;
create policy social_links_own on social_links using (user_id = app_user_id() or app_role() = 'system');

-- A proven social account that belongs to nobody yet, held by its person for one sign-in with eID.
create table social_link_tokens (
  token_hash text primary key,
  sealed     text not null,
  expires_at timestamptz not null
);
create index social_link_tokens_expiry on social_link_tokens (expires_at);
alter table social_link_tokens enable row level security;
create policy social_link_tokens_system on social_link_tokens using (app_role() = 'system');

grant select, insert, delete on social_links to tamga_app;
-- Update is for the job that seals anew after a change of key.
grant select, insert, update, delete on social_link_tokens to tamga_app;
