-- Ends the appointments to collect the result of an application that has ended, and frees their places. No caller is
-- checked: such an appointment has no purpose, whoever ended the case, and an officer sees no appointments.
create function end_collections(p_application uuid)
  returns table (id uuid, user_id uuid, party_id uuid, service_id uuid, agency text, agency_en text, scheduled_at timestamptz)
  language sql volatile security definer set search_path = tamga, pg_temp
  as $$
    with ended as (
      update appointments v set status = 'cancelled'
      from gov_applications a
      where a.id = p_application and a.status in ('rejected', 'completed', 'cancelled', 'expired') and v.application_id = a.id
        and v.status in ('booked', 'confirmed')
      returning v.id, v.user_id, v.party_id, v.service_id, v.authority_id, v.agency, v.agency_en, v.scheduled_at
    ), freed as (
      update appointment_slots s set taken = s.taken - e.places
      from (select authority_id, scheduled_at, count(*)::int as places from ended group by 1, 2) e
      where s.authority_id is not distinct from e.authority_id and s.starts_at = e.scheduled_at and s.taken >= e.places
    )
    select e.id, e.user_id, e.party_id, e.service_id, coalesce(o.name, e.agency), coalesce(o.name_en, e.agency_en),
      e.scheduled_at
    from ended e left join authorities o on o.id = e.authority_id
  $$;
revoke all on function end_collections(uuid) from public;
grant execute on function end_collections(uuid) to tamga_app;

-- Of cases that ended before this.
select count(*) from gov_applications a cross join lateral end_collections(a.id)
where a.status in ('rejected', 'completed', 'cancelled', 'expired')
  and exists (select from appointments v where v.application_id = a.id and v.status in ('booked', 'confirmed'));

-- For whoever archives a service: how many people are filling it in, and nothing of what they wrote.
create function open_drafts(p_service uuid) returns bigint
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select count(*) from gov_drafts where service_id = p_service $$;
revoke all on function open_drafts(uuid) from public;
grant execute on function open_drafts(uuid) to tamga_app;

-- The person who uploaded a paper for a party; empty for one's own.
alter table gov_files
  add column uploaded_by text not null default app_acting_name() check (length(uploaded_by) <= 400);
