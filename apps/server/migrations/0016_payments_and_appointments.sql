-- What a person owes. Who decides on an application never sees this table: no policy names an officer.
create table gov_payments (
  id             uuid primary key,
  user_id        uuid not null references users (id),
  title          jsonb not null,
  category       text not null check (category in ('tax', 'fee', 'fine')),
  amount         bigint not null check (amount between 1 and 1000000000000),
  status         text not null default 'pending' check (status in ('pending', 'paid', 'cancelled')),
  due_date       timestamptz(3),
  paid_at        timestamptz(3),
  application_id uuid,
  created_at     timestamptz(3) not null,
  -- The invoice of this moment at the payment provider; `attempt` makes its name there.
  attempt        integer not null default 0,
  invoice_id     text check (length(invoice_id) <= 200),
  checkout_url   text check (length(checkout_url) <= 2000),
  qr             text check (length(qr) <= 4000),
  invoiced_at    timestamptz(3),
  checked_at     timestamptz(3)
);
create index gov_payments_of_person on gov_payments (user_id, status, created_at desc);
create unique index gov_payments_of_application on gov_payments (application_id) where application_id is not null;
create index gov_payments_open_invoices on gov_payments (invoiced_at)
  where status = 'pending' and invoice_id is not null;
alter table gov_payments enable row level security;
create policy gov_payments_own on gov_payments for select
  using (user_id = app_user_id() or app_role() = 'system');
create policy gov_payments_ask on gov_payments for insert
  with check (user_id = app_user_id() or app_role() = 'system');
create policy gov_payments_move on gov_payments for update
  using (user_id = app_user_id() or app_role() = 'system');

-- Money that came in, once per invoice of the provider. What was owed by nobody any more is owed back.
create table gov_payment_receipts (
  invoice_id  text primary key check (length(invoice_id) <= 200),
  payment_id  uuid not null references gov_payments (id),
  amount      bigint not null,
  paid_at     timestamptz(3) not null,
  received_at timestamptz(3) not null,
  refund_due  boolean not null
);
create index gov_payment_receipts_payment on gov_payment_receipts (payment_id);
alter table gov_payment_receipts enable row level security;
create policy gov_payment_receipts_platform on gov_payment_receipts using (app_role() = 'system');

-- Whether an application's fee was paid, for whoever decides on it: the sum and the person's other payments stay hidden.
create function fee_state(p_application uuid) returns text
  language sql stable security definer set search_path = tamga, pg_temp
  as $$ select coalesce((select status from gov_payments where application_id = p_application), 'none') $$;
revoke all on function fee_state(uuid) from public;
grant execute on function fee_state(uuid) to tamga_app;

-- An application that ended is no longer to be paid for, whoever ended it.
create function withdraw_fee(p_application uuid) returns table (id uuid, amount bigint, invoice_id text)
  language sql volatile security definer set search_path = tamga, pg_temp
  as $$
    update gov_payments p set status = 'cancelled'
    where p.application_id = p_application and p.status = 'pending'
    returning p.id, p.amount, p.invoice_id
  $$;
revoke all on function withdraw_fee(uuid) from public;
grant execute on function withdraw_fee(uuid) to tamga_app;

-- When an agency receives people. The row '*' speaks for every agency without one of its own.
create table agency_hours (
  agency       text primary key check (length(agency) between 1 and 300),
  opens        time not null,
  closes       time not null check (closes > opens),
  slot_minutes integer not null check (slot_minutes between 5 and 240),
  capacity     integer not null check (capacity between 1 and 1000),
  weekdays     integer[] not null,
  timezone     text not null
);
comment on table agency_hours is 'shared: opening hours are public';
insert into agency_hours (agency, opens, closes, slot_minutes, capacity, weekdays, timezone)
  values ('*', '09:00', '17:00', 30, 2, '{1,2,3,4,5}', 'Asia/Ulaanbaatar');

-- How many places of a slot are taken. One conditional statement takes a place, so the last one goes to one person.
create table appointment_slots (
  agency    text not null,
  starts_at timestamptz not null,
  capacity  integer not null,
  taken     integer not null check (taken between 0 and capacity),
  primary key (agency, starts_at)
);
comment on table appointment_slots is 'shared: how full a slot is says nothing of who comes';

create table appointments (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null references users (id),
  service_id   uuid,
  service_name text not null default '',
  agency       text not null,
  location     text not null default '' check (length(location) <= 300),
  scheduled_at timestamptz(3) not null,
  minutes      integer not null,
  status       text not null check (status in ('booked', 'confirmed', 'cancelled', 'completed')),
  note         text not null default '' check (length(note) <= 2000),
  created_at   timestamptz(3) not null
);
create index appointments_of_person on appointments (user_id, scheduled_at);
create unique index appointments_one_place on appointments (user_id, scheduled_at)
  where status in ('booked', 'confirmed');
create index appointments_coming on appointments (scheduled_at) where status in ('booked', 'confirmed');
alter table appointments enable row level security;
create policy appointments_own on appointments using (user_id = app_user_id() or app_role() = 'system');

grant select, insert on gov_payments to tamga_app;
grant update (status, paid_at, attempt, invoice_id, checkout_url, qr, invoiced_at, checked_at) on gov_payments to tamga_app;
grant select, insert on gov_payment_receipts to tamga_app;
grant select on agency_hours to tamga_app;
grant select, insert, update on appointment_slots to tamga_app;
grant select, insert on appointments to tamga_app;
grant update (status) on appointments to tamga_app;
