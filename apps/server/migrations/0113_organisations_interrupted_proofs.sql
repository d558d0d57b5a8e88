-- What a person gave by the register's word ends with their proof and stays ended: a right must not come back to life
-- when the register names the same person again. By trigger, because a proof ends in several ways.
create function end_given() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      update organisation_members set appointed_by = null, appointed_at = null,
          role = case when proven_at is null then 'member' else role end
        where org_id = old.org_id and appointed_by = old.user_id;
      update organisation_invitations set withdrawn_at = now()
        where org_id = old.org_id and invited_by = old.user_id and accepted_at is null and withdrawn_at is null;
      return null;
    end
  $$;
create trigger organisation_members_given after delete on organisation_members
  for each row when (old.proven_at is not null) execute function end_given();
create trigger organisation_members_given_before after update of proven_at on organisation_members
  for each row when (old.proven_at is not null and old.proven_at is distinct from new.proven_at)
  execute function end_given();
-- Whoever gives a role is locked meanwhile, so that a proof that ends at the same moment takes this role along.
create function refuse_unproven_appointment() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      perform from organisation_members where org_id = new.org_id and user_id = new.appointed_by
        and proven_at is not null for share;
      if not found then
        raise exception 'only a person whom the register names appoints' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end
  $$;
create trigger organisation_members_appointed before insert or update of appointed_by, appointed_at on organisation_members
  for each row when (new.appointed_by is not null) execute function refuse_unproven_appointment();
revoke all on function end_given(), refuse_unproven_appointment() from public;

-- Appointments and invitations from before, of people whose proof was interrupted since.
update organisation_members m set appointed_by = null, appointed_at = null,
    role = case when m.proven_at is null then 'member' else m.role end
  where m.appointed_by is not null and not exists (select from organisation_members by
    where by.org_id = m.org_id and by.user_id = m.appointed_by and by.proven_at <= m.appointed_at);
update organisation_invitations i set withdrawn_at = now()
  from organisations o where o.id = i.org_id and o.verified and i.accepted_at is null and i.withdrawn_at is null
    and i.invited_by is not null and i.role <> 'member' and not exists (select from organisation_members by
      where by.org_id = i.org_id and by.user_id = i.invited_by and by.proven_at <= i.created_at);

-- Whoever begins to sign for an organisation was confirmed as its signer, and a signing is kept for a day only.
create function keep_signer_tie() returns trigger
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    begin
      insert into register_ties (user_id, org_id, named_at)
        select new.user_id, o.id, now() from organisations o where upper(o.reg_no) = upper(new.on_behalf_of)
        on conflict (user_id, org_id) do update set named_at = excluded.named_at;
      return null;
    end
  $$;
create trigger sign_sessions_tie after insert on sign_sessions
  for each row when (new.on_behalf_of <> '') execute function keep_signer_tie();
revoke all on function keep_signer_tie() from public;
insert into register_ties (user_id, org_id, named_at)
  select distinct s.user_id, o.id, now() from sign_sessions s join organisations o on upper(o.reg_no) = upper(s.on_behalf_of)
  where s.on_behalf_of <> '' on conflict (user_id, org_id) do nothing;
comment on table register_ties is
  'Accounts whom the state register or the eID provider named for an organisation, and when one of them last did.';
