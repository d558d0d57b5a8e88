-- Whoever owned an application within the last 30 days does not approve it; stepping down for a moment changes nothing.
create table former_owners (
  application_id text not null references applications (id) on delete cascade,
  user_id        uuid not null references users (id),
  ended_at       timestamptz not null default now(),
  primary key (application_id, user_id)
);
create index former_owners_user on former_owners (user_id);
alter table former_owners enable row level security;
create policy former_owners_platform on former_owners using (app_role() = 'system');
grant select, delete on former_owners to tamga_app;
create function keep_former_owner() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      insert into former_owners (application_id, user_id)
        select a.id, old.user_id from applications a where a.id = old.application_id
        on conflict (application_id, user_id) do update set ended_at = excluded.ended_at;
      return null;
    end
  $$;
create trigger application_owners_former after delete on application_owners
  for each row execute function keep_former_owner();

-- The id of a deleted application stays taken: whoever got it would get the trust of its configured clients as well.
-- Ids of assistants are random, or derived from an address that proves its owner again.
create table retired_client_ids (
  id         text primary key,
  retired_at timestamptz not null default now()
);
alter table retired_client_ids enable row level security;
create policy retired_client_ids_platform on retired_client_ids for select using (app_role() = 'system');
grant select on retired_client_ids to tamga_app;
create function retire_client_id() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      insert into retired_client_ids (id) values (old.id) on conflict do nothing;
      return null;
    end
  $$;
create trigger applications_retired after delete on applications
  for each row when (old.origin = 'registered') execute function retire_client_id();
create function refuse_retired_client_id() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      return case when exists (select from retired_client_ids where id = new.id) then null else new end;
    end
  $$;
create trigger applications_not_retired before insert on applications
  for each row execute function refuse_retired_client_id();
revoke all on function keep_former_owner(), retire_client_id(), refuse_retired_client_id() from public;

-- The proof of the signer has not been interrupted since the signature: an authorisation that ended with the register's
-- answer does not come back to life when the register names its signer again.
create or replace function authorisation_holds(p_id uuid, p_now timestamptz) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (
      select from authorisations a join users g on g.id = a.grantor_id
      where a.id = p_id and a.state = 'accepted' and a.valid_from <= p_now and a.valid_until > p_now
        and g.active and g.deleted_at is null
        and (a.organisation_id is null or exists (
          select from organisation_members m join organisations o on o.id = m.org_id
          where o.id = a.organisation_id and o.verified and o.named_until > p_now and m.user_id = a.grantor_id
            and m.role = 'owner' and m.proven_at <= a.created_at)))
  $$;
