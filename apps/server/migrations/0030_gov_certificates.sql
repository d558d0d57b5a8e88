-- An application that only waits for a state register: when it is asked again, and how often it was asked in vain.
alter table gov_applications add column issue_after timestamptz(3);
alter table gov_applications add column issue_tries integer not null default 0;
grant update (issue_after, issue_tries) on gov_applications to tamga_app;
create index gov_applications_unissued on gov_applications (id) where status = 'submitted' and fulfilment = 'auto';

-- Documents of the time before certificates carried facts: anybody could order them, and nobody had checked what they
-- say. They stay in the list, and a check of the paper says that it is no longer valid.
update gov_references set valid_until = now()
  where not data ? 'facts' and (valid_until is null or valid_until > now());
