-- What the gateway's log adds up to: written by the statement that writes the log, read by the views in its place. Two
-- grains, because no view needs both an application and a minute: a service's chart goes down to the minute, everything
-- else is told by the hour.
create table gateway_minutes (
  start        timestamptz(0) not null,
  -- Refers to no row, as in the log; null where no registered service had a part in the call.
  service_id   uuid,
  class        smallint not null check (class between 1 and 5),
  requests     integer not null,
  rate_limited integer not null,
  latency_ms   bigint not null,
  slowest_ms   integer not null,
  -- How many took at most so many milliseconds, and more than the column before says.
  ms_1         integer not null,
  ms_2         integer not null,
  ms_5         integer not null,
  ms_10        integer not null,
  ms_20        integer not null,
  ms_35        integer not null,
  ms_50        integer not null,
  ms_75        integer not null,
  ms_100       integer not null,
  ms_150       integer not null,
  ms_200       integer not null,
  ms_350       integer not null,
  ms_500       integer not null,
  ms_750       integer not null,
  ms_1000      integer not null,
  ms_2000      integer not null,
  ms_5000      integer not null,
  ms_10000     integer not null,
  ms_30000     integer not null,
  ms_more      integer not null
) partition by range (start);
create table gateway_hours (
  like gateway_minutes including constraints,
  application_id text check (length(application_id) <= 64)
) partition by range (start);
create unique index gateway_minutes_key on gateway_minutes (service_id, start, class) nulls not distinct;
create index gateway_minutes_time on gateway_minutes (start);
create unique index gateway_hours_key on gateway_hours (application_id, start, service_id, class) nulls not distinct;
create index gateway_hours_time on gateway_hours (start);
create table gateway_minutes_default partition of gateway_minutes default;
create table gateway_hours_default partition of gateway_hours default;
comment on table gateway_minutes_default is 'partition: reached through its parent';
comment on table gateway_hours_default is 'partition: reached through its parent';

-- Which paths are called most. There may be as many paths as calls, so they share 1024 slots an hour: a slot keeps the
-- path that has the majority of its calls, by the majority vote of Boyer and Moore. `votes` is what that path is ahead
-- of all others of its slot together; where it is alone, it equals `requests`.
create table gateway_paths (
  hour     timestamptz(0) not null,
  slot     smallint not null check (slot between 0 and 1023),
  path     text not null check (length(path) <= 512),
  votes    integer not null check (votes >= 0),
  requests integer not null,
  primary key (hour, slot)
) with (fillfactor = 50);

alter table gateway_minutes enable row level security;
create policy gateway_minutes_platform on gateway_minutes using (app_role() = 'system');
alter table gateway_hours enable row level security;
create policy gateway_hours_platform on gateway_hours using (app_role() = 'system');
alter table gateway_paths enable row level security;
create policy gateway_paths_platform on gateway_paths using (app_role() = 'system');

select ensure_month_partitions('gateway_minutes', 2, 1);
select ensure_month_partitions('gateway_hours', 2, 15);

grant select, insert, update on gateway_minutes, gateway_hours to tamga_app;
grant select, insert, update, delete on gateway_paths to tamga_app;
-- No view reads the log by service or by application any more, and each call had to be put into both.
drop index gateway_log_service;
drop index gateway_log_application;
