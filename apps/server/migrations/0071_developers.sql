-- The people who answer for an application: they see its use, rotate its secret and are told before one ends.
create table application_owners (
  application_id text not null references applications (id) on delete cascade,
  user_id        uuid not null references users (id),
  added_at       timestamptz(3) not null,
  primary key (application_id, user_id)
);
create index application_owners_user on application_owners (user_id);
insert into application_owners (application_id, user_id, added_at)
  select a.id, a.created_by, a.created_at from applications a join users u on u.id = a.created_by
  where u.active and u.deleted_at is null;

-- The last use of each secret (by its id) and of each public key (by its kid). Gathered in memory and written about
-- once a minute, so that no request waits for it.
create table application_credential_uses (
  application_id text not null references applications (id) on delete cascade,
  credential     text not null check (length(credential) between 1 and 128),
  used_at        timestamptz(3) not null,
  ip             text not null check (length(ip) <= 64),
  endpoint       text not null check (length(endpoint) <= 60),
  primary key (application_id, credential)
) with (fillfactor = 80);

-- Owners are told once about a secret that ends while it is still in use.
alter table application_secrets add column owners_told_at timestamptz(3);
grant update (owners_told_at) on application_secrets to tamga_app;

-- The rows require gateway.manage or ownership and then act as the platform, as for the other tables of applications.
alter table application_owners enable row level security;
create policy application_owners_platform on application_owners using (app_role() = 'system');
alter table application_credential_uses enable row level security;
create policy application_credential_uses_platform on application_credential_uses using (app_role() = 'system');
grant select, insert, delete on application_owners to tamga_app;
grant select, insert, delete on application_credential_uses to tamga_app;
grant update (used_at, ip, endpoint) on application_credential_uses to tamga_app;

-- Sign-ins, tokens and refusals of each application by the hour, gathered and written like the uses above.
create table application_hours (
  application_id text not null references applications (id) on delete cascade,
  hour           timestamptz(0) not null,
  kind           text not null check (kind in ('sign_in', 'token', 'refused')),
  -- The error of a refusal, empty for the others.
  reason         text not null check (length(reason) <= 80),
  count          bigint not null,
  primary key (application_id, hour, kind, reason)
) with (fillfactor = 80);
create index application_hours_expiry on application_hours using brin (hour);
alter table application_hours enable row level security;
create policy application_hours_platform on application_hours using (app_role() = 'system');
grant select, insert, delete on application_hours to tamga_app;
grant update (count) on application_hours to tamga_app;
