-- The mobile number that a person proved; an e-mail address has `email` and `email_verified` since the beginning.
alter table users add column phone text not null default '' check (phone = '' or phone ~ '^\+[1-9][0-9]{7,14}$');

-- The newest code of a person per kind of contact: a new one replaces it, its tries and its time.
create table contact_codes (
  user_id    uuid not null references users (id),
  kind       text not null check (kind in ('email', 'phone')),
  address    text not null check (length(address) between 3 and 254),
  code_hash  text not null,
  tries      integer not null default 0,
  used_at    timestamptz(3),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, kind)
);
alter table contact_codes enable row level security;
create policy contact_codes_own on contact_codes using (user_id = app_user_id() or app_role() = 'system');
grant select, insert, delete on contact_codes to tamga_app;
grant update (address, code_hash, tries, used_at, created_at, expires_at) on contact_codes to tamga_app;

-- A message to a contact that is not, or no longer, the account's; deleted when it was sent or came too late.
create table contact_messages (
  id         uuid primary key,
  user_id    uuid not null references users (id),
  sealed     text not null,
  expires_at timestamptz(3) not null
);
alter table contact_messages enable row level security;
create policy contact_messages_own on contact_messages using (user_id = app_user_id() or app_role() = 'system');
grant select, insert, delete on contact_messages to tamga_app;
grant update (sealed) on contact_messages to tamga_app;

create table contact_sends (
  target_hash text not null,
  at          timestamptz(3) not null
);
create index contact_sends_target on contact_sends (target_hash, at);
comment on table contact_sends is 'shared: keyed hashes and times';
grant select, insert, delete on contact_sends to tamga_app;

-- Counts one message towards its target; false when the hour or the day is used up. One at a time per target.
create function take_contact_send(p_target text, p_now timestamptz, p_hour integer, p_day integer) returns boolean
  language plpgsql
  as $$
    begin
      perform pg_advisory_xact_lock(hashtext('contact.' || p_target));
      if (select count(*) filter (where at > p_now - interval '1 hour') >= p_hour or count(*) >= p_day
          from contact_sends where target_hash = p_target and at > p_now - interval '1 day') then
        return false;
      end if;
      insert into contact_sends (target_hash, at) values (p_target, p_now);
      return true;
    end
  $$;

-- What a message is about, which decides where else than in the portal it goes.
alter table notifications add column topic text not null default 'services'
  check (topic in ('services', 'payments', 'documents', 'organisations', 'security'));

create table notification_preferences (
  user_id    uuid not null references users (id),
  topic      text not null check (topic in ('services', 'payments', 'documents', 'organisations', 'security')),
  email      boolean not null,
  sms        boolean not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, topic)
);
alter table notification_preferences enable row level security;
create policy notification_preferences_own on notification_preferences
  using (user_id = app_user_id() or app_role() = 'system');
grant select, insert, delete on notification_preferences to tamga_app;
grant update (email, sms, updated_at) on notification_preferences to tamga_app;

-- Where a message goes beside the portal, for whoever tells the person: the addresses themselves stay unseen. A topic
-- without a choice follows the old switch for e-mail. Security reaches a proven contact whatever was chosen.
create function message_channels(p_user uuid, p_topic text) returns text[]
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select array_remove(array[
        case when has_email and (wants_email or (p_topic = 'security' and not (has_phone and wants_sms)))
          then 'email' end,
        case when has_phone and (wants_sms or (p_topic = 'security' and not has_email)) then 'sms' end], null)
    from (
      select u.email <> '' and (p_topic <> 'security' or u.email_verified) as has_email, u.phone <> '' as has_phone,
        coalesce(p.email, p_topic = 'security' or coalesce(s.email, false)) as wants_email,
        coalesce(p.sms, false) as wants_sms
      from users u
        left join notification_settings s on s.user_id = u.id
        left join notification_preferences p on p.user_id = u.id and p.topic = p_topic
      where u.id = p_user and u.active and u.deleted_at is null) as chosen
  $$;
revoke all on function message_channels(uuid, text) from public;
grant execute on function message_channels(uuid, text) to tamga_app;
drop function wants_letters(uuid);

-- Where a session was opened, so that its owner recognises it.
alter table sessions add column ip text, add column user_agent text;

-- A person reads what they did to their own account, and nothing else of the log.
create policy audit_log_own_account on audit_log for select
  using (actor_user_id = app_user_id() and (category in ('contacts', 'account') or action in (
    'auth.session.reuse', 'auth.social.linked', 'auth.social.unlinked', 'oidc.consent.given',
    'oidc.consent.withdrawn', 'oidc.device.allowed', 'oidc.ciba.allowed')));
