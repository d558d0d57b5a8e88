-- A new key opens no tool until its creator names one.
alter table api_keys drop constraint api_keys_scopes_check,
  add constraint api_keys_scopes_check check (cardinality(scopes) <= 50);

-- Read-only maintenance always ends by itself, within three days.
update announcements set ends_at = greatest(starts_at, now()) + interval '72 hours'
  where read_only and ends_at is null;
-- Not validated: announcements of the past stay as they were.
alter table announcements add constraint announcements_read_only_ends
  check (not read_only or (ends_at is not null and ends_at <= starts_at + interval '72 hours')) not valid;
