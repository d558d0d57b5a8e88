-- Uses up a code or refresh token in the round trip that stores what it is exchanged for. Of any number of exchanges at
-- once one goes on; for every other the whole transaction fails here.
create function oidc_consume(spent bytea, at timestamptz) returns void language plpgsql as $$
begin
  update oidc_tokens set consumed_at = at where hash = spent and consumed_at is null;
  if not found then
    raise exception 'the token was used before' using errcode = 'TG001';
  end if;
end
$$;
grant execute on function oidc_consume(bytea, timestamptz) to tamga_app;
