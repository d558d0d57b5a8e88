-- Keys of the platform's seal, also of certificates that have ended: verification recognises what they sealed.
create table sign_seal_keys (
  digest        text primary key check (digest ~ '^[0-9a-f]{64}$'),
  serial        text not null check (length(serial) between 1 and 64),
  not_after     timestamptz(3) not null,
  first_used_at timestamptz(3) not null
);
comment on table sign_seal_keys is 'shared: public keys, which every sealed document shows';
grant select, insert on sign_seal_keys to tamga_app;
