-- Changes of businesses, locations and the details of listings as domain events, stored by the statement that makes the
-- change (events.ts of the slices businesses and connections). Embeds show the names, and a country decides which law applies.

create function record_business_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into domain_events (account_id, name, subject_id)
    select old.account_id, 'business.removed', old.id
     -- The events of an account end with it.
     where exists (select from accounts a where a.id = old.account_id);
  elsif tg_op = 'INSERT' then
    insert into domain_events (account_id, name, subject_id) values (new.account_id, 'business.added', new.id);
  else
    insert into domain_events (account_id, name, subject_id, data)
    select new.account_id, 'business.changed', new.id, jsonb_build_object('fields', array_remove(array[
      case when old.name <> new.name then 'name' end,
      case when old.category is distinct from new.category then 'category' end,
      case when old.website is distinct from new.website then 'website' end,
      case when old.phone is distinct from new.phone then 'phone' end,
      case when old.brand_color is distinct from new.brand_color then 'brandColor' end,
      case when old.archived_at is distinct from new.archived_at then 'archived' end], null));
  end if;
  return null;
end $$;
create trigger businesses_record_added_or_removed after insert or delete on businesses for each row
  execute function record_business_event();
create trigger businesses_record_changed after update on businesses for each row
  when ((old.name, old.category, old.website, old.phone, old.brand_color, old.archived_at)
    is distinct from (new.name, new.category, new.website, new.phone, new.brand_color, new.archived_at))
  execute function record_business_event();

create function record_location_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into domain_events (account_id, name, subject_id, location_id)
    select old.account_id, 'location.removed', old.id, old.id
     where exists (select from accounts a where a.id = old.account_id);
  elsif tg_op = 'INSERT' then
    insert into domain_events (account_id, name, subject_id, location_id)
    values (new.account_id, 'location.added', new.id, new.id);
  else
    insert into domain_events (account_id, name, subject_id, location_id, data)
    select new.account_id, 'location.changed', new.id, new.id, jsonb_build_object('fields', array_remove(array[
      case when old.name <> new.name then 'name' end,
      case when old.business_id <> new.business_id then 'business' end,
      case when (old.address, old.country) is distinct from (new.address, new.country) then 'address' end,
      case when old.phone is distinct from new.phone then 'phone' end,
      case when old.time_zone is distinct from new.time_zone then 'timeZone' end,
      case when old.links <> new.links then 'links' end], null));
  end if;
  return null;
end $$;
create trigger locations_record_added_or_removed after insert or delete on locations for each row
  execute function record_location_event();
create trigger locations_record_changed after update on locations for each row
  when ((old.name, old.business_id, old.address, old.country, old.phone, old.time_zone, old.links)
    is distinct from (new.name, new.business_id, new.address, new.country, new.phone, new.time_zone, new.links))
  execute function record_location_event();

create function record_listing_details() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id, location_id, data)
  select new.account_id, 'listing.changed', new.id, new.location_id,
         jsonb_build_object('platform', new.platform, 'fields', array_remove(array[
           case when old.name <> new.name then 'name' end,
           case when (old.address, old.country) is distinct from (new.address, new.country) then 'address' end,
           case when (old.maps_url, old.write_review_url) is distinct from (new.maps_url, new.write_review_url)
             then 'links' end], null));
  return null;
end $$;
create trigger listings_record_details after update on listings for each row
  when ((old.name, old.address, old.country, old.maps_url, old.write_review_url)
    is distinct from (new.name, new.address, new.country, new.maps_url, new.write_review_url))
  execute function record_listing_details();
