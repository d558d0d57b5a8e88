-- Counts per day for the dashboard, without a person. Scope: an authority for figures of cases, '*' for all together.
create table daily_figures (
  figure text not null check (length(figure) between 1 and 60),
  scope  text not null check (length(scope) <= 300),
  day    date not null,
  count  bigint not null,
  primary key (figure, scope, day)
);
alter table daily_figures enable row level security;
create policy daily_figures_platform on daily_figures using (app_role() = 'system');
grant select, insert on daily_figures to tamga_app;
grant update (count) on daily_figures to tamga_app;

-- How far each source is folded into daily_figures: the last id, or the moment before which all is counted.
create table figure_cursors (
  source text primary key,
  id     bigint not null default 0,
  at     timestamptz(3) not null default '1970-01-01T00:00:00Z'
);
alter table figure_cursors enable row level security;
create policy figure_cursors_platform on figure_cursors using (app_role() = 'system');
insert into figure_cursors (source) values ('sign_ins'), ('applications'), ('people'), ('gateway'), ('relay');
grant select on figure_cursors to tamga_app;
grant update (id, at) on figure_cursors to tamga_app;

-- Block ranges, because a b-tree would be one more page to write with every step of every application.
create index gov_application_events_seq on gov_application_events
  using brin (seq) with (pages_per_range = 32, autosummarize = on);
-- Only deleted people, so that nobody's sign-in pays for it.
create index users_deleted on users (deleted_at) where deleted_at is not null;
