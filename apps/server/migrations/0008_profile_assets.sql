-- The image of a person's signature, by its address: it is fetched only when it is put on a document.
create table signature_images (
  user_id    uuid primary key references users (id),
  url        text not null check (length(url) <= 1000),
  updated_at timestamptz not null
);
alter table signature_images enable row level security;
create policy signature_images_own on signature_images
  using (user_id = app_user_id() or app_role() = 'system');

-- What an organisation's representatives keep of it. Who they are is known to the eID provider alone and asked at the
-- moment of use, so the database can only ask for a person who is signed in.
create table organisation_assets (
  reg_no     text primary key check (length(reg_no) between 4 and 16),
  stamp_url  text not null default '' check (length(stamp_url) <= 1000),
  name_latin text not null default '' check (length(name_latin) <= 200),
  updated_by uuid not null references users (id),
  updated_at timestamptz not null
);
alter table organisation_assets enable row level security;
create policy organisation_assets_people on organisation_assets
  using (app_user_id() is not null or app_role() = 'system');

grant select, insert, update, delete on signature_images to tamga_app;
grant select, insert, update on organisation_assets to tamga_app;
