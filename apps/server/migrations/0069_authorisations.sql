-- An authorisation to act for a person or an organisation, as the grantor signed it with PIN2. It holds when the receiver
-- has accepted it, on its days, until one side ends it. What it allows stands in `canonical` alone, which never changes.
create table authorisations (
  id                uuid primary key default gen_random_uuid(),
  seq               bigint generated always as identity,
  -- The person who signed; for an organisation, its owner.
  grantor_id        uuid not null references users (id),
  organisation_id   uuid references organisations (id),
  -- As the grantor wrote it: whether it is known here is decided when its holder signs in.
  receiver_register text not null check (receiver_register ~ '^[А-ЯЁӨҮ]{2}[0-9]{8}$'),
  -- The person who answered.
  receiver_id       uuid references users (id),
  state             text not null default 'offered'
    check (state in ('offered', 'accepted', 'declined', 'revoked', 'given_up', 'expired', 'lapsed')),
  valid_from        timestamptz(3) not null,
  valid_until       timestamptz(3) not null check (valid_until > valid_from),
  answer_until      timestamptz(3) not null check (answer_until <= valid_until),
  -- The signing session; a signature gives one authorisation.
  sid               text not null unique check (sid ~ '^[0-9a-f]{32}$'),
  -- The exact text that was signed.
  canonical         text not null check (length(canonical) <= 40000),
  -- Base64 of DER.
  signature         text not null check (length(signature) <= 2000),
  -- PEM, from the grantor's to the root.
  certificates      text not null check (length(certificates) <= 100000),
  created_at        timestamptz(3) not null,
  -- When the receiver was notified: at once, or after their first sign-in.
  told_at           timestamptz(3),
  -- When both sides were notified that the end is near.
  warned_at         timestamptz(3),
  accepted_at       timestamptz(3),
  -- When the eID provider was last asked whether the grantor represents the organisation.
  checked_at        timestamptz(3),
  ended_at          timestamptz(3),
  check (state not in ('accepted', 'given_up') or (receiver_id is not null and accepted_at is not null)),
  check ((state in ('offered', 'accepted')) = (ended_at is null))
);
create index authorisations_given on authorisations (grantor_id, created_at desc, seq desc);
create index authorisations_of_organisation on authorisations (organisation_id, created_at desc, seq desc)
  where organisation_id is not null;
create index authorisations_received on authorisations (receiver_id, created_at desc, seq desc)
  where receiver_id is not null;
create index authorisations_for_register on authorisations (receiver_register) where state = 'offered';
create index authorisations_to_check on authorisations (checked_at nulls first)
  where organisation_id is not null and state in ('offered', 'accepted');
create index authorisations_running on authorisations (valid_until) where state in ('offered', 'accepted');

-- Reads the register number as its owner, so that a policy on users cannot hide an offer from its receiver.
create function app_register_number() returns text
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select national_id from users where id = app_user_id() $$;
revoke all on function app_register_number() from public;
grant execute on function app_register_number() to tamga_app;

-- The one rule for use. It reads as its owner, because the receiver may not see the grantor's account or the members
-- of the organisation.
create function authorisation_holds(p_id uuid, p_now timestamptz) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (
      select from authorisations a join users g on g.id = a.grantor_id
      where a.id = p_id and a.state = 'accepted' and a.valid_from <= p_now and a.valid_until > p_now
        and g.active and g.deleted_at is null
        and (a.organisation_id is null or exists (
          select from organisation_members m join organisations o on o.id = m.org_id
          where o.id = a.organisation_id and o.verified and m.user_id = a.grantor_id and m.role = 'owner'
            and m.proven_at is not null)))
  $$;
revoke all on function authorisation_holds(uuid, timestamptz) from public;
grant execute on function authorisation_holds(uuid, timestamptz) to tamga_app;

alter table authorisations enable row level security;
-- The grantor, or every owner of the organisation, and the receiver. A case officer at work sees none.
create policy authorisations_read on authorisations for select
  using (app_role() = 'system' or (app_role() <> 'officer' and (
    (organisation_id is null and grantor_id = app_user_id())
    or (organisation_id is not null and app_member_role(organisation_id) = 'owner')
    or receiver_id = app_user_id()
    or (state = 'offered' and receiver_register = app_register_number()))));
create policy authorisations_give on authorisations for insert
  with check (grantor_id = app_user_id() and receiver_id is null and state = 'offered'
    and (organisation_id is null or app_member_role(organisation_id) = 'owner'));
-- Each side can make only its own moves: the grantor never accepts, the receiver never revokes.
create policy authorisations_revoke on authorisations for update
  using (case when organisation_id is null then grantor_id = app_user_id()
    else app_member_role(organisation_id) = 'owner' end)
  with check (state = 'revoked');
create policy authorisations_answer on authorisations for update
  using (state in ('offered', 'accepted') and receiver_register = app_register_number())
  with check (receiver_id = app_user_id() and state in ('accepted', 'declined', 'given_up'));
create policy authorisations_system on authorisations for update using (app_role() = 'system');
create policy authorisations_forget on authorisations for delete using (app_role() = 'system');
grant select, delete on authorisations to tamga_app;
grant insert (grantor_id, organisation_id, receiver_register, valid_from, valid_until, answer_until, sid, canonical,
  signature, certificates, created_at) on authorisations to tamga_app;
grant update (receiver_id, state, told_at, warned_at, accepted_at, checked_at, ended_at) on authorisations to tamga_app;
