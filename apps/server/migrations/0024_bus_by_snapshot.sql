-- A transaction that notifies holds one lock of the whole cluster from before its commit until the disk has it: all of
-- them commit one after the other. So nothing is notified in a transaction any more. Each row says which transaction
-- made it, and an instance asks for the rows that became visible since it last looked: none is missed and none comes
-- twice, in whatever order transactions end. See kernel/bus/bus.ts.
drop trigger bus_events_notify on bus_events;
drop function bus_notify();
drop index bus_events_at;
alter table bus_events
  add column tx xid8 not null default pg_current_xact_id(),
  -- Given by the instance that announces, which has told itself already.
  add column key uuid;
create index bus_events_tx on bus_events (tx);
