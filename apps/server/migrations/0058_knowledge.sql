-- Articles that the assistant answers from; published services need no rows here, they are read from the catalogue.
create table knowledge_articles (
  id            uuid primary key default gen_random_uuid(),
  slug          text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title         text not null check (length(title) between 1 and 200),
  title_en      text not null check (length(title_en) <= 200),
  content       text not null check (length(content) <= 20000),
  content_en    text not null check (length(content_en) <= 20000),
  tags          text[] not null,
  state         text not null check (state in ('draft', 'published')),
  -- An article that was imported once keeps the digest of its files: the same files never undo a later edit.
  source        text not null check (source in ('editor', 'import')),
  imported_hash text check (length(imported_hash) = 43),
  version       integer not null check (version > 0),
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  check (state = 'draft' or (title_en <> '' and content <> '' and content_en <> ''))
);
create table knowledge_versions (
  article_id uuid not null references knowledge_articles (id) on delete cascade,
  version    integer not null check (version > 0),
  change     text not null check (change in ('create', 'edit', 'import', 'publish', 'unpublish')),
  title      text not null,
  title_en   text not null,
  content    text not null,
  content_en text not null,
  tags       text[] not null,
  state      text not null check (state in ('draft', 'published')),
  -- Null: an operator imported it on the machine.
  changed_by uuid references users (id),
  changed_at timestamptz(3) not null,
  primary key (article_id, version)
);
create index knowledge_versions_by on knowledge_versions (changed_by);

-- Vectors by the digest of their text: a text that returns or moves keeps its vector.
create table knowledge_vectors (
  hash       text not null check (length(hash) = 43),
  model      text not null check (length(model) between 1 and 200),
  -- Numbers of four bytes, little-endian: reading ten thousand real[] would take seconds of parsing.
  vector     bytea not null,
  created_at timestamptz(3) not null,
  primary key (model, hash)
);

-- The spelling that the words of an insight were folded by; the worker folds older ones again.
alter table tool_insights add column spelling smallint not null default 1;
create index tool_insights_spelling on tool_insights (spelling);
grant update (spelling) on tool_insights to tamga_app;

alter table knowledge_articles enable row level security;
create policy knowledge_articles_platform on knowledge_articles using (app_role() = 'system');
alter table knowledge_versions enable row level security;
create policy knowledge_versions_platform on knowledge_versions using (app_role() = 'system');
alter table knowledge_vectors enable row level security;
create policy knowledge_vectors_platform on knowledge_vectors using (app_role() = 'system');

grant select, insert, delete,
  update (slug, title, title_en, content, content_en, tags, state, source, imported_hash, version, updated_at)
  on knowledge_articles to tamga_app;
grant select, insert on knowledge_versions to tamga_app;
grant select, insert, delete on knowledge_vectors to tamga_app;
