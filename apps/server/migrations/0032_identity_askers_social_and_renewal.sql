-- The asker of a push: a refusal counts against the asker, never against the person whose phone rang. Kept as long as the
-- sign-in itself, an hour after its end.
alter table eid_sessions
  add column asker_ip      text,
  add column asker_agent   text,
  add column asker_network text,
  add column asker_browser text;
create index eid_sessions_asker_network on eid_sessions (asker_network, created_at) where asker_network is not null;
create index eid_sessions_asker_browser on eid_sessions (asker_browser, created_at) where asker_browser is not null;

-- The account's address, name and picture at the time of linking, for the person's own profile.
-- Sealed, because only a mask of the address is kept in the open. Links of before have the mask alone.
alter table social_links add column sealed text;
-- For the job that seals again after a change of key.
grant update (sealed) on social_links to tamga_app;

-- One instance at a time renews the upstream's tokens: a refresh token used twice would end them all.
alter table sso_identities add column renewing_until timestamptz;
