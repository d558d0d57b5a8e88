-- What the platform tells a person, kept in both languages: the reader's language is known only when it is read.
create table notifications (
  id         uuid not null default gen_random_uuid(),
  seq        bigint generated always as identity,
  user_id    uuid not null references users (id),
  title      jsonb not null,
  body       jsonb not null,
  category   text not null check (category in ('info', 'success', 'warning')),
  link       text check (length(link) <= 300),
  read_at    timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (id, created_at)
) partition by range (created_at);
create table notifications_default partition of notifications default;
comment on table notifications_default is 'partition: reached through its parent';
create index notifications_of_person on notifications (user_id, created_at desc, seq desc);
create index notifications_unread on notifications (user_id) where read_at is null;
alter table notifications enable row level security;
create policy notifications_own on notifications for select
  using (user_id = app_user_id() or app_role() = 'system');
create policy notifications_mark on notifications for update
  using (user_id = app_user_id() or app_role() = 'system');
-- An officer tells the applicant, and never reads what others told them.
create policy notifications_tell on notifications for insert
  with check (user_id = app_user_id() or app_role() in ('officer', 'system'));
select ensure_month_partitions('notifications', 2, 24);

create table notification_settings (
  user_id    uuid primary key references users (id),
  email      boolean not null,
  updated_at timestamptz not null
);
alter table notification_settings enable row level security;
create policy notification_settings_own on notification_settings
  using (user_id = app_user_id() or app_role() = 'system');

-- Whether a letter is to be sent, for whoever tells the person: the address itself stays unseen.
create function wants_letters(p_user uuid) returns boolean
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select exists (
      select from notification_settings s join users u on u.id = s.user_id
      where s.user_id = p_user and s.email and u.email <> '' and u.active and u.deleted_at is null)
  $$;
revoke all on function wants_letters(uuid) from public;
grant execute on function wants_letters(uuid) to tamga_app;

-- A document the platform vouches for. What it says is fixed when it is issued.
create table gov_references (
  id             uuid primary key default gen_random_uuid(),
  user_id        uuid not null references users (id),
  type           text not null check (length(type) between 1 and 64),
  title          jsonb not null,
  reference_no   text not null unique check (reference_no ~ '^REF-\d{4}-\d{6}$'),
  -- Printed in the document's QR: whoever holds the paper may see whose it is, whoever guesses a number may not.
  check_code     text not null check (length(check_code) = 16),
  issued_at      timestamptz(3) not null,
  valid_until    timestamptz(3),
  data           jsonb not null,
  application_id uuid,
  service_code   text
);
create index gov_references_of_person on gov_references (user_id, issued_at desc, id);
create unique index gov_references_once on gov_references (application_id) where application_id is not null;
alter table gov_references enable row level security;
create policy gov_references_own on gov_references for select
  using (user_id = app_user_id() or app_role() = 'system');
create policy gov_references_issue on gov_references for insert
  with check (user_id = app_user_id() or app_role() in ('officer', 'system'));

grant select, insert on notifications to tamga_app;
grant update (read_at) on notifications to tamga_app;
grant select, insert, update on notification_settings to tamga_app;
grant select, insert on gov_references to tamga_app;
