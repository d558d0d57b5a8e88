insert into permissions (key, label, category)
  values ('support.manage', 'Answer people who write to support', 'management');

-- What people wrote to support. A case belongs to its sender; staff with support.manage act as the platform.
create table support_cases (
  id          uuid primary key,
  seq         bigint generated always as identity,
  number      text not null unique check (number ~ '^CONTACT-\d{4}-(\d{6}|\d{9})$'),
  -- Null for a visitor, who leaves an e-mail address instead.
  user_id     uuid references users (id),
  email       text not null check (length(email) <= 200),
  topic       text not null check (topic in ('sign_in', 'application', 'payment', 'data', 'technical', 'other')),
  page        text not null check (length(page) <= 300),
  lang        text not null check (lang in ('mn', 'en')),
  status      text not null check (status in ('open', 'answered', 'closed')),
  assigned_to uuid references users (id),
  messages    integer not null check (messages > 0),
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  check ((user_id is null) = (email <> ''))
);
create index support_cases_own on support_cases (user_id, updated_at desc, seq desc);
create index support_cases_queue on support_cases (updated_at desc, seq desc);
create index support_cases_held on support_cases (assigned_to) where assigned_to is not null;

create table support_messages (
  id         bigint generated always as identity primary key,
  case_id    uuid not null references support_cases (id) on delete cascade,
  author     text not null check (author in ('sender', 'staff')),
  -- Null for a visitor.
  author_id  uuid references users (id),
  text       text not null check (length(text) between 1 and 4000),
  created_at timestamptz(3) not null
);
create index support_messages_of on support_messages (case_id, id);
create index support_messages_by on support_messages (author_id) where author_id is not null;

alter table support_cases enable row level security;
create policy support_cases_own on support_cases
  using (user_id = app_user_id() or app_role() = 'system')
  with check (user_id = app_user_id() or app_role() = 'system');
alter table support_messages enable row level security;
create policy support_messages_own on support_messages
  using (exists (select from support_cases c where c.id = case_id))
  with check (app_role() = 'system' or (author = 'sender' and author_id = app_user_id()
    and exists (select from support_cases c where c.id = case_id)));

grant select, insert, update (status, assigned_to, messages, updated_at), delete on support_cases to tamga_app;
grant select, insert on support_messages to tamga_app;

-- Whether a page was helpful, without a person and with the day alone.
create table page_feedback (
  day       date not null,
  page      text not null check (length(page) between 1 and 100),
  lang      text not null check (lang in ('mn', 'en')),
  helpful   integer not null,
  unhelpful integer not null,
  primary key (day, page, lang)
);
create table page_comments (
  id      bigint generated always as identity primary key,
  day     date not null,
  page    text not null check (length(page) between 1 and 100),
  lang    text not null check (lang in ('mn', 'en')),
  helpful boolean not null,
  text    text not null check (length(text) between 1 and 500)
);
create index page_comments_newest on page_comments (day desc, id desc);
alter table page_feedback enable row level security;
create policy page_feedback_platform on page_feedback using (app_role() = 'system');
alter table page_comments enable row level security;
create policy page_comments_platform on page_comments using (app_role() = 'system');
grant select, insert, update (helpful, unhelpful), delete on page_feedback to tamga_app;
grant select, insert, delete on page_comments to tamga_app;
