-- Prompts of the assistant; the guardrails are in the code and stand in no table.
create table ai_prompts (
  key        text primary key check (key in ('scope', 'instructions')),
  content    text not null check (length(content) <= 4000),
  version    integer not null check (version > 0),
  updated_at timestamptz(3) not null
);
create table ai_prompt_versions (
  key        text not null references ai_prompts (key),
  version    integer not null check (version > 0),
  content    text not null check (length(content) <= 4000),
  changed_by uuid not null references users (id),
  changed_at timestamptz(3) not null,
  primary key (key, version)
);
create index ai_prompt_versions_by on ai_prompt_versions (changed_by);

-- Tokens of one day, by person, by address (a keyed hash, never the address) and of everybody. A running answer has
-- its upper bound counted here, and the real number when it ends.
create table ai_usage (
  day     date not null,
  subject text not null check (length(subject) between 1 and 100),
  tokens  bigint not null,
  calls   integer not null,
  primary key (day, subject)
);

-- A person who agreed that conversations are kept; without a row nothing of them is.
create table ai_consents (
  user_id   uuid primary key references users (id),
  agreed_at timestamptz(3) not null
);
create table ai_conversations (
  id         uuid primary key,
  seq        bigint generated always as identity,
  user_id    uuid not null references users (id),
  title      text not null check (length(title) between 1 and 200),
  turns      integer not null default 0 check (turns >= 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index ai_conversations_own on ai_conversations (user_id, updated_at desc, seq desc);
create index ai_conversations_idle on ai_conversations (updated_at);
create table ai_turns (
  conversation_id uuid not null references ai_conversations (id) on delete cascade,
  place           integer not null,
  question        text not null check (length(question) between 1 and 8000),
  reply           text not null check (length(reply) <= 30000),
  sources         jsonb not null,
  created_at      timestamptz(3) not null,
  primary key (conversation_id, place)
);

-- Questions that found no passage or a poor answer, without the person and with the day alone: what to write next.
create table ai_questions (
  id        bigint generated always as identity primary key,
  lang      text not null check (lang in ('mn', 'en', 'zh', 'ru')),
  question  text not null check (length(question) between 1 and 300),
  reason    text not null check (reason in ('no_passage', 'unhelpful')),
  count     integer not null,
  first_day date not null,
  last_day  date not null,
  unique (lang, reason, question)
);
create index ai_questions_often on ai_questions (count desc, id desc);
create table ai_feedback (
  day       date not null,
  lang      text not null check (lang in ('mn', 'en', 'zh', 'ru')),
  helpful   integer not null,
  unhelpful integer not null,
  primary key (day, lang)
);

alter table ai_prompts enable row level security;
create policy ai_prompts_platform on ai_prompts using (app_role() = 'system');
alter table ai_prompt_versions enable row level security;
create policy ai_prompt_versions_platform on ai_prompt_versions using (app_role() = 'system');
alter table ai_usage enable row level security;
create policy ai_usage_platform on ai_usage using (app_role() = 'system');
alter table ai_questions enable row level security;
create policy ai_questions_platform on ai_questions using (app_role() = 'system');
alter table ai_feedback enable row level security;
create policy ai_feedback_platform on ai_feedback using (app_role() = 'system');

-- Nobody else reads a conversation, not even an administrator; the platform deletes what is too old.
alter table ai_consents enable row level security;
create policy ai_consents_own on ai_consents using (user_id = app_user_id());
alter table ai_conversations enable row level security;
create policy ai_conversations_own on ai_conversations
  using (user_id = app_user_id() or app_role() = 'system') with check (user_id = app_user_id());
alter table ai_turns enable row level security;
create policy ai_turns_own on ai_turns
  using (exists (select from ai_conversations c where c.id = conversation_id and c.user_id = app_user_id()))
  with check (exists (select from ai_conversations c where c.id = conversation_id and c.user_id = app_user_id()));

grant select, insert, update (content, version, updated_at) on ai_prompts to tamga_app;
grant select, insert on ai_prompt_versions to tamga_app;
grant select, insert, update (tokens, calls), delete on ai_usage to tamga_app;
grant select, insert, update (agreed_at), delete on ai_consents to tamga_app;
grant select, insert, update (turns, updated_at), delete on ai_conversations to tamga_app;
grant select, insert on ai_turns to tamga_app;
grant select, insert, update (count, last_day), delete on ai_questions to tamga_app;
grant select, insert, update (helpful, unhelpful) on ai_feedback to tamga_app;
