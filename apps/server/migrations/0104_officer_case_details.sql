-- For officers who opened the case: they see neither appointments nor organisations by themselves. The register number of
-- the organisation that applies, and the coming appointment at which the result is collected.
create function case_details(p_application uuid)
  returns table (register text, collected_at timestamptz, office text, office_en text)
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select o.reg_no, v.scheduled_at, coalesce(nullif(v.location, ''), v.agency),
      coalesce(nullif(v.location_en, ''), nullif(v.agency_en, ''), nullif(v.location, ''), v.agency)
    from gov_applications a
    left join acting_parties p on p.id = a.party_id
    left join organisations o on o.id = p.organisation_id
    left join lateral (
      select scheduled_at, location, location_en, agency, agency_en from appointments
      where application_id = a.id and status in ('booked', 'confirmed')
      order by scheduled_at limit 1) v on true
    where a.id = p_application
  $$;
revoke all on function case_details(uuid) from public;
grant execute on function case_details(uuid) to tamga_app;
