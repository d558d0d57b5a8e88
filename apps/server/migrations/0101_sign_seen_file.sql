-- Which file a party has read: after another signature it is another document, and has to be read again. The platform's
-- own additions (timestamps and revocation data) show nothing, so they move the mark along.
alter table sign_request_parties add column seen_file uuid;
update sign_request_parties p set seen_file = r.file_id from sign_requests r
  where r.id = p.request_id and p.seen_by is not null and r.state = 'open'
    and not exists (select from sign_request_parties o
      where o.request_id = p.request_id and o.settled_at > p.seen_at);
grant update (seen_file) on sign_request_parties to tamga_app;
