-- The rows of an account that is being erased go page by page, before the account itself (slices: identity, reviews, mail). Their end is told
-- to nobody, changes no count, and is not in the journal: that of the account is, and every erasure of an account is completed.
-- locks: the mails are tens of thousands, of which few are canceled, and are indexed in well under a second.

create or replace function journal_deleted_rows() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  select 'deleted', tg_table_name, jsonb_agg(jsonb_build_object('account_id', r.account_id, 'id', r.id))
    from old_rows r where exists (select from accounts a where a.id = r.account_id and a.erasing_since is null)
  having count(*) > 0;
  return null;
end
$$;

create or replace function journal_deleted_reviews() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  select 'deleted', 'reviews', jsonb_agg(jsonb_build_object('account_id', r.account_id, 'id', r.id))
    from old_rows r
   where (r.source = 'first-party' or r.import_id is not null)
     and exists (select from accounts a where a.id = r.account_id and a.erasing_since is null)
  having count(*) > 0;
  return null;
end
$$;

create or replace function record_deleted_reviews() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id, location_id, data)
  select o.account_id, 'review.deleted', o.id, o.location_id, jsonb_build_object('source', o.source)
    from old_rows o
   where o.removed_at is null
     and exists (select from accounts a where a.id = o.account_id and a.erasing_since is null)
   order by o.account_id, o.id;
  return null;
end
$$;

-- Its counts and sums are deleted whole.
create or replace function count_deleted_reviews() returns trigger language plpgsql as $$
begin
  perform from accounts where id in (select account_id from old_rows) order by id for share;
  update review_days d
     set total = d.total - s.total, answered = d.answered - s.answered, with_text = d.with_text - s.with_text
    from (
      select r.account_id, r.source, r.location_id,
             coalesce(r.listing_id, '00000000-0000-0000-0000-000000000000') as listing_id,
             counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted) as day,
             coalesce(r.rating, 0) as rating, coalesce(r.recommendation, '') as recommendation,
             count(*) as total, count(*) filter (where r.answered) as answered, count(r.text) as with_text
        from old_rows r join accounts a on a.id = r.account_id and a.erasing_since is null
       where r.removed_at is null
         and (r.import_id is null or r.listing_id is not null or not exists (
           select from imports i where i.account_id = r.account_id and i.id = r.import_id and i.hidden))
       group by 1, 2, 3, 4, 5, 6, 7
    ) s
   where d.account_id = s.account_id and d.source = s.source and d.location_id = s.location_id
     and d.listing_id = s.listing_id and d.day = s.day and d.rating = s.rating
     and d.recommendation = s.recommendation;
  return null;
end $$;

create or replace function sum_deleted_reviews() returns trigger language plpgsql as $$
begin
  -- The sums of an account end with it.
  perform add_review_sums(array_agg(s)) from (
    select s from old_rows o join accounts a on a.id = o.account_id and a.erasing_since is null
     cross join lateral sums_of_review(
       o.account_id, o.location_id, o.listing_id, o.source, o.rating, o.recommendation, o.answered, o.language,
       o.tag_ids, wait_minutes(o.answered, o.written_day, o.date_basis, o.written_at, o.reply_at),
       counted_day(o.written_day, o.written_at, o.id, a.days_zone, a.days_next, a.days_counted), -1) s
     where o.removed_at is null
       and (o.import_id is null or o.listing_id is not null or not exists (
         select from imports i where i.account_id = o.account_id and i.id = o.import_id and i.hidden))) changes;
  return null;
end $$;

create or replace function count_tags_of_deleted() returns trigger language plpgsql as $$
begin
  -- The counts of an account end with it.
  perform add_tag_counts(jsonb_agg(jsonb_build_object(
      'account_id', o.account_id, 'tag_id', t.tag_id, 'location_id', o.location_id, 'sign', -1)))
     from old_rows o cross join unnest(o.tag_ids) as t (tag_id)
    where o.removed_at is null
      and exists (select from accounts a where a.id = o.account_id and a.erasing_since is null)
   having count(*) > 0;
  return null;
end $$;

-- The daily deletion of canceled mails would walk all sent ones.
create index emails_canceled on emails (ended_at) where state = 'canceled';
