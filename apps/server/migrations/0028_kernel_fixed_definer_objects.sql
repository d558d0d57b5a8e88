-- Tables that are cut into months. ensure_month_partitions runs as the owner and acts on these alone: given any table
-- it could be led to fire a caller's triggers with the owner's rights.
create table month_partitioned (table_name text primary key check (table_name ~ '^[a-z_]+$'));
comment on table month_partitioned is 'shared: names of tables, written by migrations alone';
insert into month_partitioned (table_name) values
  ('login_events'), ('security_events'), ('notifications'), ('gateway_log'), ('gateway_minutes'), ('gateway_hours');

drop function ensure_month_partitions(regclass, integer, integer);
-- The table is named by text and found in our schema only, whatever the caller's search path holds under that name.
create function ensure_month_partitions(p_table text, p_ahead integer, p_keep integer) returns void
  language plpgsql security definer set search_path = tamga, pg_temp set timezone = 'UTC'
  as $$
    declare
      parent regclass;
      month date := date_trunc('month', now());
      oldest date;
      start date;
      finish date;
      key text;
      rest regclass;
      late boolean;
      name text;
      old record;
    begin
      if not exists (select from month_partitioned m where m.table_name = p_table) then
        raise exception '% is not partitioned by month', quote_ident(p_table);
      end if;
      -- The application may tidy up, not wipe.
      if p_keep not between 1 and 1200 then
        raise exception 'at least one month is kept, and at most 1200';
      end if;
      if p_ahead not between 0 and 24 then
        raise exception 'at most 24 months are made ahead';
      end if;
      parent := format('tamga.%I', p_table)::regclass;
      oldest := month - make_interval(months => p_keep);
      select a.attname, p.partdefid::regclass into strict key, rest
        from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
        where p.partrelid = parent and p.partdefid <> 0;
      for i in 0..p_ahead loop
        start := month + make_interval(months => i);
        finish := start + interval '1 month';
        name := format('%s_%s', p_table, to_char(start, 'YYYY_MM'));
        continue when to_regclass(format('tamga.%I', name)) is not null;
        -- Rows that came while their month was missing lie in the default partition and would forbid the month.
        execute format('select exists (select from %s where %I >= %L and %I < %L)', rest, key, start, key, finish) into late;
        if late then
          execute format('alter table %s detach partition %s', parent, rest);
        end if;
        execute format('create table tamga.%I partition of %s for values from (%L) to (%L)', name, parent, start, finish);
        execute format('comment on table tamga.%I is %L', name, 'partition: reached through its parent');
        execute format('revoke all on tamga.%I from tamga_app', name);
        if late then
          execute format('with moved as (delete from %s where %I >= %L and %I < %L returning *)
            insert into %s overriding system value select * from moved', rest, key, start, key, finish, parent);
          execute format('alter table %s attach partition %s default', parent, rest);
        end if;
      end loop;
      for old in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = parent and c.relname ~ '_\d{4}_\d{2}$'
          and to_date(right(c.relname, 7), 'YYYY_MM') < oldest
      loop
        execute format('drop table tamga.%I', old.relname);
      end loop;
      execute format('delete from %s where %I < %L', rest, key, oldest);
    end
  $$;
revoke all on function ensure_month_partitions(text, integer, integer) from public;
grant execute on function ensure_month_partitions(text, integer, integer) to tamga_app;
