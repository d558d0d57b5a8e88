-- Relying parties know a person by the citizen number, so one that somebody held never passes to another silently.
create table former_ge_ids (
  ge_id    text not null,
  user_id  uuid not null references users (id),
  ended_at timestamptz not null default now(),
  primary key (ge_id, user_id)
);
create index former_ge_ids_user on former_ge_ids (user_id);
alter table former_ge_ids enable row level security;
create policy former_ge_ids_platform on former_ge_ids for select using (app_role() = 'system');
grant select on former_ge_ids to tamga_app;
create function keep_former_ge_id() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      insert into former_ge_ids (ge_id, user_id) values (old.ge_id, old.id)
        on conflict (ge_id, user_id) do update set ended_at = excluded.ended_at;
      return null;
    end
  $$;
create trigger users_former_ge_id after update of ge_id on users
  for each row when (old.ge_id is not null and old.ge_id is distinct from new.ge_id)
  execute function keep_former_ge_id();
-- The last holder other than the person; null if nobody else held the number.
create function former_ge_id_holder(p_ge_id text, p_user uuid) returns uuid
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select user_id from former_ge_ids where ge_id = p_ge_id and user_id <> p_user order by ended_at desc, user_id limit 1
  $$;
revoke all on function keep_former_ge_id(), former_ge_id_holder(text, uuid) from public;
grant execute on function former_ge_id_holder(text, uuid) to tamga_app;

-- A sign-in passes no number on: only an administrator confirms that.
create or replace function take_person_numbers(
  p_user uuid, p_civil_id text, p_national_id text, p_ge_id text, p_now timestamptz
) returns text[]
  language plpgsql
  as $$
    declare
      taken text[] := '{}';
    begin
      begin
        update users set civil_id = p_civil_id, updated_at = p_now
          where id = p_user and civil_id is null and p_civil_id is not null;
      exception when unique_violation then
        taken := taken || 'civil_id'::text;
      end;
      begin
        update users set national_id = p_national_id, updated_at = p_now
          where id = p_user and national_id is null and p_national_id is not null;
      exception when unique_violation then
        taken := taken || 'national_id'::text;
      end;
      begin
        if tamga.former_ge_id_holder(p_ge_id, p_user) is null then
          update users set ge_id = p_ge_id, updated_at = p_now
            where id = p_user and ge_id is distinct from p_ge_id and p_ge_id is not null;
        else
          taken := taken || 'ge_id'::text;
        end if;
      exception when unique_violation then
        taken := taken || 'ge_id'::text;
      end;
      return taken;
    end
  $$;

-- A person reads in their security history who got or lost which citizen number by an administrator.
create policy audit_log_own_number on audit_log for select
  using (action in ('users.ge_id.set', 'users.ge_id.passed') and target = app_user_id()::text);

-- An authorisation to pay reaches the open fees of its services that the grantor owes themselves.
create policy gov_payments_of_grantor on gov_payments for select
  using (party_id is null and status = 'pending' and app_party_limits() is not null
    and user_id = party_person(app_party_id()) and app_party_reaches('pay', application_service(application_id)));
