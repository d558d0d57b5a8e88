-- Calls of applications through the gateway and to the eID surfaces: what an operator sees of them. Written after the
-- answer by a bounded queue. Paths come without their query, and no body or header is kept.
create table gateway_log (
  id             bigint generated always as identity,
  created_at     timestamptz(3) not null,
  method         text not null check (length(method) between 1 and 16),
  path           text not null check (length(path) <= 512),
  status         integer not null check (status between 100 and 599),
  latency_ms     integer not null check (latency_ms >= 0),
  client_ip      text not null check (length(client_ip) <= 64),
  -- Neither refers to a row: what happened stays when the service or the application is gone.
  service_id     uuid,
  application_id text check (length(application_id) <= 64),
  primary key (id, created_at)
) partition by range (created_at);
create table gateway_log_default partition of gateway_log default;
comment on table gateway_log_default is 'partition: reached through its parent';
create index gateway_log_time on gateway_log (created_at, id) include (status, latency_ms);
create index gateway_log_service on gateway_log (service_id, created_at) include (status, latency_ms)
  where service_id is not null;
create index gateway_log_application on gateway_log (application_id, created_at) include (service_id, status)
  where application_id is not null;
-- Whoever holds gateway.manage may have a role of the operator's own making: the rows ask for the permission, then read
-- as the platform. An application reads its own share through a row that names it.
alter table gateway_log enable row level security;
create policy gateway_log_platform on gateway_log using (app_role() = 'system');
select ensure_month_partitions('gateway_log', 2, 3);

-- What an application used of its daily quota, by the calendar of UTC. Instances take their part in blocks and give
-- back what they do not use.
create table gateway_quota (
  application_id text not null check (length(application_id) <= 64),
  day            date not null,
  used           bigint not null,
  primary key (application_id, day)
);
alter table gateway_quota enable row level security;
create policy gateway_quota_platform on gateway_quota using (app_role() = 'system');

-- Takes what callers wait for and, while much is left, a little ahead. The last 256 are never taken ahead: near the end
-- one instance must not refuse while another holds what it does not use. A negative demand gives back.
create function lease_quota(p_application text, p_day date, p_limit bigint, p_demand integer, p_extra integer)
  returns table (granted integer, remaining double precision) language plpgsql
  as $$
    declare
      room bigint;
      given integer;
    begin
      insert into gateway_quota (application_id, day, used) values (p_application, p_day, 0) on conflict do nothing;
      select greatest(0, p_limit - q.used) into strict room from gateway_quota q
        where q.application_id = p_application and q.day = p_day for update;
      given := case when p_demand < 0 then p_demand else least(room, p_demand + greatest(0, least(p_extra, room - 256))) end;
      update gateway_quota q set used = greatest(0, q.used + given)
        where q.application_id = p_application and q.day = p_day;
      return query select given, (room - given)::double precision;
    end
  $$;

-- The same for a token bucket: the arithmetic of take_token, for many tokens at once.
create function lease_tokens(p_key text, p_per_second double precision, p_burst double precision, p_demand integer,
                             p_extra integer, p_now_ms double precision default null)
  returns table (granted integer, remaining double precision) language plpgsql
  as $$
    declare
      now_ms double precision := coalesce(p_now_ms, extract(epoch from clock_timestamp()) * 1000);
      room double precision;
      given integer;
    begin
      insert into rate_buckets as b (key, tokens, updated_ms, granted) values (p_key, p_burst, now_ms, true)
        on conflict (key) do update set updated_ms = b.updated_ms
        returning least(p_burst, b.tokens + greatest(0, now_ms - b.updated_ms) / 1000 * p_per_second) into room;
      given := case when p_demand < 0 then p_demand
        else least(floor(room), p_demand + greatest(0, least(p_extra, floor(room) - 256))) end;
      update rate_buckets b set tokens = least(p_burst, room - given), updated_ms = greatest(b.updated_ms, now_ms),
        granted = given > 0 where b.key = p_key;
      return query select given, least(p_burst, room - given);
    end
  $$;

grant select, insert on gateway_log to tamga_app;
grant select, insert, update, delete on gateway_quota to tamga_app;
