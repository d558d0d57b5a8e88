-- A developer registers an application without an administrator. It is on trial: only its owners can sign in to it,
-- until a manager of the gateway approves it.
alter table applications
  add column stage text not null default 'live' check (stage in ('trial', 'live')),
  add column approval_asked_at timestamptz(3),
  add check (approval_asked_at is null or stage = 'trial');
grant update (stage, approval_asked_at) on applications to tamga_app;
