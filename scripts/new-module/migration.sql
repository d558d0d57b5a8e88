-- TODO: what this table holds, and who may see it.
create table __table__ (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references users (id),
  name       text not null check (length(name) <= 120),
  day        date not null,
  created_at timestamptz(3) not null,
  unique (user_id, name)
);
create index __table___newest on __table__ (user_id, created_at desc, id);

-- Without a policy a row is visible to nobody. A table that everybody may read has no row-level security and says why:
-- comment on table __table__ is 'shared: …';
alter table __table__ enable row level security;
create policy __table___own on __table__ using (user_id = app_user_id()) with check (user_id = app_user_id());

-- The application role gets the rights that its statements need, and no others.
grant select, insert (user_id, name, day, created_at), delete on __table__ to tamga_app;
