-- Ends the live keys of a person who is no longer an active administrator, and returns their names. The application role
-- may call it for anybody: it never ends a key whose maker still has the role.
create function end_keys_of(p_maker uuid, p_now timestamptz) returns table (id uuid, name text)
  language sql security definer set search_path = tamga, pg_temp
  as $$
    update api_keys k set revoked_at = p_now
    where k.created_by = p_maker and k.revoked_at is null
      and not exists (select from users u join roles r on r.id = u.role_id
        where u.id = p_maker and u.active and u.deleted_at is null and r.key in ('admin', 'superadmin'))
    returning k.id, k.name
  $$;
revoke all on function end_keys_of(uuid, timestamptz) from public;
grant execute on function end_keys_of(uuid, timestamptz) to tamga_app;
