-- Every refresh changes expires_at. An ordered index on it makes each refresh write all indexes of the table; a block
-- range index lets the new version of the row stay in its page, and is enough for the job that removes old sessions.
drop index sessions_expiry;
create index sessions_expiry on sessions using brin (expires_at) with (pages_per_range = 32, autosummarize = on);
