-- Authorities are records: a service belongs to one, and officers and registrars work for them by id.
-- Case and spaces do not make another authority.
create function authority_key(p_name text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(btrim(tamga.fold_words(normalize(p_name, NFC))), '\s+', ' ', 'g') $$;
create table authorities (
  id         uuid primary key default gen_random_uuid(),
  name       text not null check (length(btrim(name)) between 1 and 300),
  -- Empty only where no text of before had an English name.
  name_en    text not null check (length(name_en) <= 300),
  short_name text not null default '' check (length(short_name) <= 60),
  phone      text not null default '' check (length(phone) <= 60),
  email      text not null default '' check (length(email) <= 200),
  website    text not null default '' check (length(website) <= 300),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index authorities_name on authorities (authority_key(name));
comment on table authorities is 'shared: public bodies, nothing of a person; the rows that write it ask for an administrator';
grant select, insert, delete on authorities to tamga_app;
grant update (name, name_en, short_name, phone, email, website, updated_at) on authorities to tamga_app;

create table authority_offices (
  id           uuid primary key default gen_random_uuid(),
  authority_id uuid not null references authorities (id) on delete cascade,
  position     integer not null check (position between 1 and 200),
  name         text not null check (length(name) between 1 and 300),
  name_en      text not null check (length(name_en) between 1 and 300),
  address      text not null check (length(address) <= 500),
  address_en   text not null check (length(address_en) <= 500),
  phone        text not null check (length(phone) <= 60),
  hours        text not null check (length(hours) <= 300),
  hours_en     text not null check (length(hours_en) <= 300)
);
create index authority_offices_of_authority on authority_offices (authority_id, position);
comment on table authority_offices is 'shared: where public bodies receive people; the rows that write it ask for an administrator';
grant select, insert, delete on authority_offices to tamga_app;
grant update (position, name, name_en, address, address_en, phone, hours, hours_en) on authority_offices to tamga_app;

-- The report of this migration: which text of before became which authority.
create table authority_texts (
  text         text primary key,
  authority_id uuid not null references authorities (id) on delete cascade,
  services     integer not null,
  cases        integer not null,
  people       integer not null
);
create index authority_texts_authority on authority_texts (authority_id);
comment on table authority_texts is 'shared: names of public bodies as they were written before, for administrators to check';
grant select on authority_texts to tamga_app;

-- The spelling that most services use names the record.
create table found_texts as
  select text, max(text_en) as text_en, sum(services)::int as services, sum(cases)::int as cases, sum(people)::int as people
  from (
    select authority as text, authority_en as text_en, 1 as services, 0 as cases, 0 as people from registry_services
    union all select agency, agency_en, 0, 0, 0 from gov_services
    union all select snapshot ->> 'authority', coalesce(snapshot ->> 'authority_en', ''), 0, 0, 0 from registry_versions
    union all select agency, '', 0, count(*), 0 from gov_applications group by agency
    union all select authority, '', 0, 0, count(*) from officer_authorities group by authority
    union all select authority, '', 0, 0, 0 from reply_templates
    union all select agency, '', 0, 0, 0 from agency_hours
    union all select unnest(authorities), '', 0, 0, 0 from role_invitations where state = 'open'
  ) as used
  where btrim(coalesce(text, '')) not in ('', '*') group by text;
insert into authorities (name, name_en)
  select (array_agg(btrim(text) order by services desc, cases desc, text))[1],
    coalesce((array_agg(btrim(text_en) order by services desc, cases desc, text) filter (where btrim(text_en) <> ''))[1], '')
  from found_texts group by authority_key(text);
insert into authority_texts (text, authority_id, services, cases, people)
  select f.text, a.id, f.services, f.cases, f.people
  from found_texts f join authorities a on authority_key(a.name) = authority_key(f.text);

create function authority_of(p_text text) returns uuid language sql stable
  as $$ select id from tamga.authorities where tamga.authority_key(name) = tamga.authority_key(p_text) $$;

alter table registry_services add column authority_id uuid references authorities (id);
update registry_services set authority_id = authority_of(authority);
alter table registry_services alter column authority_id set not null, drop column authority, drop column authority_en;
create index registry_services_authority on registry_services (authority_id);
grant update (authority_id) on registry_services to tamga_app;
-- As text, because jsonb would change the order of the fields of a form.
update registry_versions set snapshot = ('{"authority_id":"' || authority_of(snapshot ->> 'authority') || '",'
    || substr(ltrim(snapshot::text), 2))::json
  where authority_of(snapshot ->> 'authority') is not null;

alter table gov_services add column authority_id uuid references authorities (id);
update gov_services set authority_id = authority_of(agency);
alter table gov_services alter column authority_id set not null, drop column agency, drop column agency_en;
create index gov_services_authority on gov_services (authority_id);
grant update (authority_id) on gov_services to tamga_app;

-- Null is every authority.
drop policy gov_applications_read on gov_applications;
drop policy gov_applications_move on gov_applications;
drop policy reply_templates_read on reply_templates;
drop policy reply_templates_write on reply_templates;
alter table officer_authorities drop constraint officer_authorities_pkey;
alter table officer_authorities add column authority_id uuid references authorities (id);
update officer_authorities set authority_id = authority_of(authority) where authority <> '*';
-- Two spellings of one authority, or of every one.
delete from officer_authorities o using officer_authorities other
  where o.user_id = other.user_id and o.authority_id is not distinct from other.authority_id and o.ctid > other.ctid;
alter table officer_authorities drop column authority,
  add constraint officer_authorities_once unique nulls not distinct (user_id, authority_id);
create index officer_authorities_authority on officer_authorities (authority_id);

create or replace function case_authorities() returns text[] language sql stable
  as $$
    select case
      when exists (select from tamga.users where id = tamga.app_user_id() and role_id in (1, 2)) then array['*']
      else coalesce((select array_agg(coalesce(authority_id::text, '*')) from tamga.officer_authorities
        where user_id = tamga.app_user_id()), '{}')
    end
  $$;

-- The case carries the authority because the desk's order needs it in an index.
alter table gov_applications add column authority_id uuid references authorities (id);
update gov_applications a set authority_id = t.authority_id from authority_texts t where t.text = a.agency;
alter table gov_applications drop column agency;
grant update (authority_id) on gov_applications to tamga_app;
create index gov_applications_desk on gov_applications (authority_id, status, due_order, submitted_at, id)
  where fulfilment = 'manual';
create index gov_applications_desk_sent on gov_applications (authority_id, status, submitted_at, id)
  where fulfilment = 'manual';
create index gov_applications_decided on gov_applications (decided_at) include (authority_id, service_code)
  where decided_by is not null;
create policy gov_applications_read on gov_applications for select
  using (owner_id = any ((select app_owner_ids())::uuid[]) or app_role() = 'system'
    or (app_role() = 'officer' and array[authority_id::text, '*'] && (select case_authorities())
      and (party_id is null or not app_has_stake(party_id))));
create policy gov_applications_move on gov_applications for update
  using (case app_role()
    when 'system' then true
    when 'officer' then user_id <> app_user_id() and array[authority_id::text, '*'] && (select case_authorities())
      and (party_id is null or not app_has_stake(party_id))
    else owner_id = any ((select app_owner_ids())::uuid[]) end);
create or replace function withdraw_fee(p_application uuid) returns table (id uuid, amount bigint, invoice_id text)
  language sql volatile security definer set search_path = tamga, pg_temp
  as $$
    update gov_payments p set status = 'cancelled'
    where p.application_id = p_application and p.status = 'pending'
      and case app_role()
        when 'system' then true
        when 'officer' then p.user_id <> app_user_id() and (p.party_id is null or not app_has_stake(p.party_id))
          and exists (select from gov_applications a
            where a.id = p_application and array[a.authority_id::text, '*'] && (select case_authorities()))
        else p.owner_id = any (app_owner_ids())
      end
    returning p.id, p.amount, p.invoice_id
  $$;
drop function case_colleagues(text);
create function case_colleagues(p_authority uuid)
  returns table (id uuid, full_name text, full_name_en text, authorities text[])
  language sql stable security definer set search_path = tamga, pg_temp
  as $$
    select u.id, concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, '')),
      concat_ws(' ', nullif(u.last_name_en, ''), nullif(u.first_name_en, '')),
      array_agg(coalesce(a.name, '*') order by a.name)
    from users u join officer_authorities o on o.user_id = u.id left join authorities a on a.id = o.authority_id
    where app_role() = 'officer' and u.active and u.deleted_at is null
      and (u.role_id in (1, 2) or exists (
        select from role_permissions p where p.role_id = u.role_id and p.permission = 'gov.review'))
      and (p_authority is null or array[p_authority::text, '*'] && (select case_authorities()))
      and (o.authority_id is null or case when p_authority is null
        then array[o.authority_id::text, '*'] && (select case_authorities()) else o.authority_id = p_authority end)
    group by u.id
  $$;
revoke all on function case_colleagues(uuid) from public;
grant execute on function case_colleagues(uuid) to tamga_app;

alter table reply_templates add column authority_id uuid references authorities (id);
update reply_templates set authority_id = authority_of(authority);
alter table reply_templates alter column authority_id set not null, drop column authority;
grant update (authority_id) on reply_templates to tamga_app;
create index reply_templates_of_authority on reply_templates (authority_id, kind);
create policy reply_templates_read on reply_templates for select
  using (app_role() = 'system'
    or (app_role() = 'officer' and array[authority_id::text, '*'] && (select case_authorities())));
create policy reply_templates_write on reply_templates for all
  using (app_role() = 'officer' and (select leads_cases())
    and array[authority_id::text, '*'] && (select case_authorities()));

-- An invitation holds ids, or '*'; a name that became no record is dropped with its invitation's other names kept.
update role_invitations i set authorities = array(
  select distinct coalesce(authority_of(name)::text, name) from unnest(i.authorities) as name
  where name = '*' or authority_of(name) is not null);

-- The row without an authority speaks for every authority without hours, and for the citizens' hall.
alter table agency_hours drop constraint agency_hours_pkey;
alter table agency_hours add column authority_id uuid references authorities (id) on delete cascade;
update agency_hours set authority_id = authority_of(agency) where agency <> '*';
delete from agency_hours o using agency_hours other
  where o.authority_id is not distinct from other.authority_id and o.ctid > other.ctid;
alter table agency_hours drop column agency, add constraint agency_hours_once unique nulls not distinct (authority_id);
create table found_slots as
  select authority_of(agency) as authority_id, starts_at, sum(taken)::int as taken,
    greatest(max(capacity), sum(taken)::int) as capacity
  from appointment_slots group by 1, 2;
delete from appointment_slots;
alter table appointment_slots drop constraint appointment_slots_pkey;
alter table appointment_slots drop column agency, add column authority_id uuid references authorities (id) on delete cascade,
  add constraint appointment_slots_once unique nulls not distinct (authority_id, starts_at);
insert into appointment_slots (authority_id, starts_at, capacity, taken)
  select authority_id, starts_at, capacity, taken from found_slots;
-- The text stays for the citizens' hall, and for an authority that was deleted.
alter table appointments add column authority_id uuid references authorities (id) on delete set null;
update appointments set authority_id = authority_of(agency);
create index appointments_authority on appointments (authority_id) where authority_id is not null;

with moved as (
  delete from daily_figures f using authority_texts t where f.scope = t.text
  returning f.figure, t.authority_id::text as scope, f.day, f.count)
insert into daily_figures (figure, scope, day, count)
  select figure, scope, day, sum(count) from moved group by 1, 2, 3;
drop function authority_of(text);
drop table found_texts, found_slots;
