-- Who is asking, carried by each transaction (set_config with is_local). Nothing set means nobody.
create function app_user_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
create function app_role() returns text language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.role', true), ''), 'none') $$;

-- The audit log: rows are appended by the application and linked by audit_seal() alone.
create table audit_log (
  id            bigint generated always as identity primary key,
  occurred_at   timestamptz(3) not null,
  actor_user_id uuid,
  action        text not null check (length(action) between 1 and 80),
  category      text not null check (length(category) between 1 and 40),
  target        text check (length(target) <= 200),
  request_id    text check (length(request_id) <= 128),
  metadata      jsonb not null default '{}',
  seq           bigint,
  prev_hash     text,
  chain_hash    text
);
create unique index audit_log_seq on audit_log (seq) where seq is not null;
create index audit_log_pending on audit_log (id) where seq is null;
create index audit_log_actor on audit_log (actor_user_id, id);
create index audit_log_action on audit_log (action, id);
alter table audit_log enable row level security;
create policy audit_log_append on audit_log for insert with check (true);
create policy audit_log_read on audit_log for select using (app_role() in ('admin', 'superadmin', 'system'));

-- The last sealed row. Kept apart so that cutting rows off the end of the log shows.
create table audit_head (
  only_row   boolean primary key default true check (only_row),
  seq        bigint not null,
  chain_hash text not null
);
insert into audit_head (seq, chain_hash) values (0, '');
comment on table audit_head is 'shared: holds one number and one hash, no personal data';

-- The exact text a link covers: a JSON array in the order below, in jsonb's own canonical form.
create function audit_canonical(entry audit_log) returns text language sql stable
  as $$
    select jsonb_build_array(
      entry.id, (extract(epoch from entry.occurred_at) * 1000)::bigint, entry.actor_user_id, entry.action,
      entry.category, entry.target, entry.request_id, entry.metadata)::text
  $$;

-- Links up to p_batch committed rows. One caller at a time across all instances; a killed caller leaves no trace.
create function audit_seal(p_batch integer) returns integer
  language plpgsql security definer set search_path = tamga, pg_temp
  as $$
    declare
      head audit_head;
      entry audit_log;
      link text;
      sealed integer := 0;
    begin
      if not pg_try_advisory_xact_lock(hashtext('tamga.audit_seal')) then
        return -1;
      end if;
      select * into strict head from audit_head for update;
      for entry in select * from audit_log where seq is null order by id limit p_batch loop
        link := encode(sha256(convert_to(head.chain_hash || audit_canonical(entry), 'UTF8')), 'hex');
        update audit_log set seq = head.seq + 1, prev_hash = head.chain_hash, chain_hash = link where id = entry.id;
        head.seq := head.seq + 1;
        head.chain_hash := link;
        sealed := sealed + 1;
      end loop;
      if sealed > 0 then
        update audit_head set seq = head.seq, chain_hash = head.chain_hash;
      end if;
      return sealed;
    end
  $$;

-- The bus: an event is a row and a notification, both at commit. The row serves those who were away.
create table bus_events (
  id      bigint generated always as identity primary key,
  at      timestamptz not null default clock_timestamp(),
  channel text not null,
  payload jsonb not null
);
create index bus_events_at on bus_events (at);
comment on table bus_events is 'shared: names of what changed, no personal data';
create function bus_notify() returns trigger language plpgsql
  as $$
    begin
      perform pg_notify('tamga_bus', jsonb_build_object('id', new.id, 'channel', new.channel, 'payload', new.payload)::text);
      return null;
    end
  $$;
create trigger bus_events_notify after insert on bus_events for each row execute function bus_notify();

-- Token buckets shared by many instances. The same arithmetic as kernel/http/token-bucket.ts.
create unlogged table rate_buckets (
  key        text primary key,
  tokens     double precision not null,
  updated_ms double precision not null,
  granted    boolean not null
);
comment on table rate_buckets is 'shared: counters keyed by a hash';
create function take_token(p_key text, p_per_second double precision, p_burst double precision,
                           p_now_ms double precision default null)
  returns table (granted boolean, tokens double precision) language sql
  as $$
    insert into rate_buckets as b (key, tokens, updated_ms, granted)
    values (p_key, p_burst - 1, coalesce(p_now_ms, extract(epoch from clock_timestamp()) * 1000), true)
    on conflict (key) do update set
      tokens = least(p_burst, b.tokens + greatest(0, excluded.updated_ms - b.updated_ms) / 1000 * p_per_second)
        - case when least(p_burst, b.tokens + greatest(0, excluded.updated_ms - b.updated_ms) / 1000 * p_per_second) >= 1
          then 1 else 0 end,
      granted = least(p_burst, b.tokens + greatest(0, excluded.updated_ms - b.updated_ms) / 1000 * p_per_second) >= 1,
      updated_ms = greatest(b.updated_ms, excluded.updated_ms)
    returning b.granted, b.tokens
  $$;

-- The first answer of a creating call, kept a day and given again to the same caller.
create table idempotency_keys (
  scope      text not null,
  row_id     text not null,
  key        text not null,
  body_hash  text not null,
  status     integer,
  reply      text,
  created_at timestamptz not null,
  primary key (scope, row_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);
comment on table idempotency_keys is 'shared: found only by the caller''s own scope and key; replies are sealed';

-- Growing tables are cut by month, by the calendar of UTC whatever the session's zone: months of two zones would
-- overlap. The default partition means a missing month never refuses a row.
create function ensure_month_partitions(p_table regclass, p_ahead integer, p_keep integer) returns void
  language plpgsql security definer set search_path = tamga, pg_temp set timezone = 'UTC'
  as $$
    declare
      month date := date_trunc('month', now());
      oldest date := month - make_interval(months => p_keep);
      start date;
      finish date;
      key text;
      rest regclass;
      late boolean;
      name text;
      old record;
    begin
      select a.attname, p.partdefid::regclass into key, rest
        from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
        where p.partrelid = p_table and p.partdefid <> 0;
      if key is null then
        raise exception '% is not partitioned by month with a default', p_table;
      end if;
      -- The application may tidy up, not wipe.
      if p_keep < 1 then
        raise exception 'at least one month is kept';
      end if;
      for i in 0..p_ahead loop
        start := month + make_interval(months => i);
        finish := start + interval '1 month';
        name := format('%s_%s', p_table::text, to_char(start, 'YYYY_MM'));
        continue when to_regclass(name) is not null;
        -- Rows that came while their month was missing lie in the default partition and would forbid the month.
        execute format('select exists (select from %s where %I >= %L and %I < %L)', rest, key, start, key, finish) into late;
        if late then
          execute format('alter table %s detach partition %s', p_table, rest);
        end if;
        execute format('create table %I partition of %s for values from (%L) to (%L)', name, p_table, start, finish);
        execute format('comment on table %I is %L', name, 'partition: reached through its parent');
        execute format('revoke all on %I from tamga_app', name);
        if late then
          execute format('with moved as (delete from %s where %I >= %L and %I < %L returning *)
            insert into %s overriding system value select * from moved', rest, key, start, key, finish, p_table);
          execute format('alter table %s attach partition %s default', p_table, rest);
        end if;
      end loop;
      for old in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = p_table and c.relname ~ '_\d{4}_\d{2}$'
          and to_date(right(c.relname, 7), 'YYYY_MM') < oldest
      loop
        execute format('drop table %I', old.relname);
      end loop;
      execute format('delete from %s where %I < %L', rest, key, oldest);
    end
  $$;

grant select on audit_head to tamga_app;
grant select, insert (occurred_at, actor_user_id, action, category, target, request_id, metadata) on audit_log to tamga_app;
grant select, insert, delete on bus_events to tamga_app;
grant select, insert, update, delete on rate_buckets, idempotency_keys to tamga_app;
revoke all on function audit_seal(integer), ensure_month_partitions(regclass, integer, integer) from public;
grant execute on function audit_seal(integer), ensure_month_partitions(regclass, integer, integer) to tamga_app;
