-- A browser in which a person signed in before: its pushes have an allowance that strangers cannot use up. The keyed
-- hash of browser and register number tells nothing to a reader of the table.
create table known_browsers (
  pair_hash text primary key check (pair_hash ~ '^[0-9a-f]{64}$'),
  user_id   uuid not null references users (id),
  seen_at   timestamptz(3) not null
);
create index known_browsers_user on known_browsers (user_id);
create index known_browsers_seen on known_browsers (seen_at);
alter table known_browsers enable row level security;
create policy known_browsers_own on known_browsers using (user_id = app_user_id() or app_role() = 'system');
grant select, insert, delete on known_browsers to tamga_app;
grant update (seen_at) on known_browsers to tamga_app;
