-- Roles of the platform's own. The key of a role and whether it is a system role are written once, so that no grant
-- of an update reaches them; what a role may do is inserted and deleted, never rewritten.
grant insert (key, name, description), update (name, description), delete on roles to tamga_app;
grant insert, delete on role_permissions to tamga_app;
create index users_role on users (role_id);

-- People are looked up by the beginnings of their names, in any order. Cyrillic is folded here because lower() leaves
-- it alone where the database's locale is C.
create function fold_words(p_words text) returns text language sql immutable parallel safe
  as $$
    select lower(translate(p_words,
      'АБВГДЕЁЖЗИЙКЛМНОӨПРСТУҮФХЦЧШЩЪЫЬЭЮЯ', 'абвгдеёжзийклмноөпрстуүфхцчшщъыьэюя'))
  $$;
create index users_words on users using gin (to_tsvector('simple'::regconfig, fold_words(
  first_name || ' ' || last_name || ' ' || first_name_en || ' ' || last_name_en || ' ' || username)));
-- As the owner: row-level security lets no index be searched by words, since @@ might tell of rows it may not show. The
-- rows themselves are still read by the caller; a search that fits half the country is cut off.
create function find_people(p_words text) returns setof uuid
  language sql stable rows 100 security definer set search_path = tamga, pg_temp
  as $$
    select id from users
    where to_tsvector('simple'::regconfig, fold_words(
        first_name || ' ' || last_name || ' ' || first_name_en || ' ' || last_name_en || ' ' || username))
        @@ to_tsquery('simple'::regconfig, fold_words(p_words))
      and app_role() in ('manager', 'admin', 'superadmin', 'system')
    limit 10000
  $$;
revoke all on function find_people(text) from public;
grant execute on function find_people(text) to tamga_app;
create index users_newest on users (created_at desc, id) where deleted_at is null;

-- A person's own yes, with PIN2, to a role that needs it. `wanted` waits for the person's first sign-in with eID,
-- `pending` for their phone. `statement` is the text whose SHA-256 was signed; with the signature and certificate it
-- can be proven without us. Ended rows are evidence and stay.
create table role_approvals (
  sid                text primary key check (sid ~ '^[0-9a-f]{32}$'),
  user_id            uuid not null references users (id),
  role_id            integer not null references roles (id),
  granted_by         uuid not null references users (id),
  state              text not null check (state in ('wanted', 'pending', 'approved', 'refused', 'expired', 'withdrawn')),
  reason             text check (length(reason) <= 40),
  statement          text,
  digest             text,
  verification_code  text,
  sealed             text,
  signature          text,
  certificate        text,
  certificate_serial text,
  created_at         timestamptz not null,
  expires_at         timestamptz,
  ended_at           timestamptz,
  check (state <> 'pending' or (statement is not null and digest is not null and sealed is not null and expires_at is not null)),
  check (state <> 'approved' or (signature is not null and certificate is not null))
);
create unique index role_approvals_open on role_approvals (user_id) where state in ('wanted', 'pending');
create index role_approvals_user on role_approvals (user_id, created_at);
alter table role_approvals enable row level security;
create policy role_approvals_read on role_approvals for select
  using (user_id = app_user_id() or app_role() in ('admin', 'superadmin', 'system'));
create policy role_approvals_write on role_approvals for all using (app_role() = 'system');
grant select, insert on role_approvals to tamga_app;
grant update (state, reason, sealed, signature, certificate, certificate_serial, ended_at) on role_approvals to tamga_app;
