-- Keys of several algorithms sign id_tokens side by side; each application has one.
alter table oidc_keys add column alg text not null default 'RS256' check (alg in ('RS256', 'PS256', 'ES256'));
alter table oidc_keys alter column alg drop default;

-- Device, CIBA and token-exchange grants come on top of the three usual ones.
alter table applications drop constraint applications_grant_types_check;
alter table applications add constraint applications_grant_types_check check (cardinality(grant_types) between 1 and 8);

-- Requests of an application that the provider refused, counted by reason: many clients hide the message from their
-- developers.
create table oidc_problems (
  client_id   text not null references applications (id) on delete cascade,
  endpoint    text not null check (length(endpoint) between 1 and 60),
  error       text not null check (length(error) between 1 and 80),
  description text not null check (length(description) <= 300),
  count       bigint not null default 1,
  first_at    timestamptz(3) not null,
  last_at     timestamptz(3) not null,
  primary key (client_id, endpoint, error, description)
) with (fillfactor = 80);
create index oidc_problems_expiry on oidc_problems using brin (last_at);
alter table oidc_problems enable row level security;
create policy oidc_problems_platform on oidc_problems using (app_role() = 'system');
grant select, insert, delete on oidc_problems to tamga_app;
grant update (count, last_at) on oidc_problems to tamga_app;
