-- The office of a collection has a name in both languages, and a person reads their appointments in either.
alter table appointments add column location_en text not null default '' check (length(location_en) <= 300);
