-- The child for whom a parent signs, so that the register can be asked again before the signature is used. Without a
-- foreign key: a session lives for a day at most, and a party that is gone has no parent.
alter table sign_sessions add column child_party uuid;
