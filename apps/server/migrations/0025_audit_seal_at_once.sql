-- The links of a batch are made first and written by one statement: half the work of one update per row. Its plans are
-- made anew for each batch: one made while the log was short would read all of it for every row for as long as its
-- session lives.
create or replace function audit_seal(p_batch integer) returns integer
  language plpgsql security definer set search_path = tamga, pg_temp
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
    declare
      head audit_head;
      link text;
      entry record;
      ids bigint[];
      befores text[];
      links text[];
    begin
      if not pg_try_advisory_xact_lock(hashtext('tamga.audit_seal')) then
        return -1;
      end if;
      select * into strict head from audit_head for update;
      link := head.chain_hash;
      for entry in
        select id, audit_canonical(audit_log) as canonical from audit_log where seq is null order by id limit p_batch
      loop
        befores := befores || link;
        link := encode(sha256(convert_to(link || entry.canonical, 'UTF8')), 'hex');
        ids := ids || entry.id;
        links := links || link;
      end loop;
      if ids is null then
        return 0;
      end if;
      update audit_log set seq = head.seq + made.n, prev_hash = made.before, chain_hash = made.link
        from unnest(ids, befores, links) with ordinality as made (id, before, link, n)
        where audit_log.id = made.id;
      update audit_head set seq = head.seq + cardinality(ids), chain_hash = link;
      return cardinality(ids);
    end
  $$;
