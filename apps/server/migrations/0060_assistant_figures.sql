-- Answers of one day by outcome and by the time until their first piece: an upper bound, 0 if none was shown. No person.
create table ai_answers (
  day       date not null,
  outcome   text not null
    check (outcome in ('answered', 'no_model', 'model_failed', 'budget_spent', 'unproven', 'stopped')),
  within_ms integer not null check (within_ms >= 0),
  count     integer not null,
  primary key (day, outcome, within_ms)
);
alter table ai_answers enable row level security;
create policy ai_answers_platform on ai_answers using (app_role() = 'system');
grant select, insert, update (count), delete on ai_answers to tamga_app;
grant delete on ai_feedback to tamga_app;
