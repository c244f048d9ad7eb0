-- Tags with counts, notes, the history of a review and actions on many reviews
-- (docs/decisions/0086-history-by-triggers-and-bulk-actions-in-parts.md).

-- Work on the reviews of a tag, in batches by the id of the review: its rule applied to earlier ones, or, for a deleted tag,
-- taking it away (`merge_into`: giving another one in its place).
alter table tags
  add column merge_into uuid,
  add column run_started_at timestamptz,
  add column run_after uuid,
  add column run_done integer not null default 0,
  add column run_total integer not null default 0;
create index tags_at_work on tags (account_id, id) where run_started_at is not null or deleted_at is not null;

-- Reviews per tag, without removed ones, so that the list of tags never scans reviews. By location, for members who see
-- some of them.
create table tag_counts (
  account_id uuid not null references accounts (id) on delete cascade,
  tag_id uuid not null,
  location_id uuid not null,
  total integer not null,
  primary key (account_id, tag_id, location_id)
);
select wall_off('tag_counts');
select limit_to_locations('tag_counts');

create function add_tag_counts(signs jsonb) returns void language plpgsql as $$
begin
  insert into tag_counts as c (account_id, tag_id, location_id, total)
  select s.account_id, s.tag_id, s.location_id, sum(s.sign)
    from jsonb_to_recordset(signs) as s (account_id uuid, tag_id uuid, location_id uuid, sign integer)
   group by 1, 2, 3 having sum(s.sign) <> 0
   order by 1, 2, 3
  on conflict (account_id, tag_id, location_id) do update set total = c.total + excluded.total;
end $$;

create function count_tags_of_inserted() returns trigger language plpgsql as $$
begin
  perform add_tag_counts(jsonb_agg(jsonb_build_object(
      'account_id', n.account_id, 'tag_id', t.tag_id, 'location_id', n.location_id, 'sign', 1)))
     from new_rows n cross join unnest(n.tag_ids) as t (tag_id)
    where n.removed_at is null having count(*) > 0;
  return null;
end $$;

create function count_tags_of_updated() returns trigger language plpgsql as $$
begin
  perform add_tag_counts(jsonb_agg(jsonb_build_object(
      'account_id', s.account_id, 'tag_id', s.tag_id, 'location_id', s.location_id, 'sign', s.sign)))
    from (
      select n.account_id, n.location_id, t.tag_id, 1 as sign
        from new_rows n cross join unnest(n.tag_ids) as t (tag_id) where n.removed_at is null
      union all
      select o.account_id, o.location_id, t.tag_id, -1
        from old_rows o cross join unnest(o.tag_ids) as t (tag_id) where o.removed_at is null) s
   having count(*) > 0;
  return null;
end $$;

create function count_tags_of_deleted() returns trigger language plpgsql as $$
begin
  -- The counts of an account end with it.
  perform add_tag_counts(jsonb_agg(jsonb_build_object(
      'account_id', o.account_id, 'tag_id', t.tag_id, 'location_id', o.location_id, 'sign', -1)))
     from old_rows o cross join unnest(o.tag_ids) as t (tag_id)
    where o.removed_at is null and exists (select from accounts a where a.id = o.account_id) having count(*) > 0;
  return null;
end $$;

create trigger reviews_tags_counted_on_insert after insert on reviews referencing new table as new_rows
  for each statement execute function count_tags_of_inserted();
create trigger reviews_tags_counted_on_update after update on reviews
  referencing old table as old_rows new table as new_rows for each statement execute function count_tags_of_updated();
create trigger reviews_tags_counted_on_delete after delete on reviews referencing old table as old_rows
  for each statement execute function count_tags_of_deleted();

-- Reviews of platforms and files are hidden for the same closed reasons. A row without a reason is older than this.
alter table reviews add constraint reviews_hidden_reason_closed check (
  hidden_reason is null or (hidden_at is not null and hidden_reason in (
    'rating', 'outdated', 'duplicate', 'author-asked', 'spam', 'not-about-business', 'hate', 'personal-data'))) not valid;

create table review_notes (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  review_id uuid not null,
  text text not null check (char_length(text) between 1 and 2000),
  author_id uuid not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- The caller chooses the id. With the review it tells nobody of a note at a review that they do not see.
  primary key (account_id, review_id, id),
  foreign key (account_id, review_id) references reviews (account_id, id) on delete cascade
);
create index review_notes_review on review_notes (account_id, review_id, created_at);
select wall_off('review_notes');
select limit_to_locations('review_notes',
  'exists (select from reviews r where r.account_id = review_notes.account_id and r.id = review_notes.review_id)');

-- What happened to a review. Columns of reviews and replies are watched by the triggers below, so that no writer can forget
-- it. `data` holds ids, closed words and ratings, never text.
create table review_history (
  account_id uuid not null references accounts (id) on delete cascade,
  review_id uuid not null,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  actor text not null check (actor in ('person', 'api-key', 'admin', 'platform', 'author', 'rule', 'system')),
  -- The person, also the one in whose name an administrator acted.
  user_id uuid,
  -- The API key, or the administrator.
  actor_id uuid,
  data jsonb not null default '{}',
  primary key (account_id, review_id, id),
  foreign key (account_id, review_id) references reviews (account_id, id) on delete cascade
);
create index review_history_newest on review_history (account_id, review_id, at desc, id desc);
select wall_off('review_history');
select limit_to_locations('review_history',
  'exists (select from reviews r where r.account_id = review_history.account_id and r.id = review_history.review_id)');

-- `app.by` names the caller of the request as `<kind>:<user or key>[:<administrator>]`; jobs have none.
create function current_by(part integer) returns text language sql stable as $$
  select nullif(split_part(coalesce(current_setting('app.by', true), ''), ':', part), '')
$$;

-- Who made an entry: somebody who called, or else `otherwise`.
create function add_review_history(entries jsonb) returns void language plpgsql as $$
declare
  caller constant text := current_by(1);
  who constant uuid := case when caller in ('person', 'admin') then current_by(2)::uuid end;
  other constant uuid := case caller when 'api-key' then current_by(2)::uuid when 'admin' then current_by(3)::uuid end;
begin
  insert into review_history (account_id, review_id, kind, actor, user_id, actor_id, data)
  select e.account_id, e.review_id, e.kind, case when e.own then coalesce(caller, e.otherwise) else e.otherwise end,
         case when e.own then who end, case when e.own then other end, coalesce(e.data, '{}')
    from jsonb_to_recordset(entries)
      as e (account_id uuid, review_id uuid, kind text, own boolean, otherwise text, data jsonb);
  -- The newest hundred of each review are kept.
  delete from review_history h
   using (select distinct e.account_id, e.review_id
            from jsonb_to_recordset(entries) as e (account_id uuid, review_id uuid)) changed
   where h.account_id = changed.account_id and h.review_id = changed.review_id
     and h.id = any (array(
       select o.id from review_history o
        where o.account_id = changed.account_id and o.review_id = changed.review_id
        order by o.at desc, o.id desc offset 100));
end $$;

create function record_review_history() returns trigger language plpgsql as $$
begin
  perform add_review_history(jsonb_agg(jsonb_build_object(
      'account_id', c.account_id, 'review_id', c.id, 'kind', e.kind, 'own', e.own, 'otherwise', e.otherwise,
      'data', e.data)))
    from (
      select n.*, o.text as o_text, o.translation as o_translation, o.rating as o_rating,
             o.recommendation as o_recommendation, o.author_name as o_author_name, o.anonymous as o_anonymous,
             o.written_at as o_written_at, o.written_day as o_written_day, o.removed_at as o_removed_at,
             o.held_at as o_held_at, o.wiped_at as o_wiped_at, o.location_id as o_location_id,
             o.reply_text as o_reply_text, o.reply_state as o_reply_state, o.hidden_at as o_hidden_at,
             o.hidden_reason as o_hidden_reason, o.pinned_at as o_pinned_at, o.assignee_id as o_assignee_id,
             o.tag_ids as o_tag_ids, o.rule_tag_ids as o_rule_tag_ids,
             n.source = 'first-party' as first_party,
             case when n.source = 'first-party' then 'author' else 'platform' end as origin,
             -- Content that is deleted, or is there again, is no edit of its author.
             (n.wiped_at is null and o.wiped_at is null and n.removed_at is null and o.removed_at is null) as stays
        from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
       where (n.text, n.rating, n.recommendation, n.author_name, n.anonymous, n.written_at, n.written_day, n.removed_at,
              n.held_at, n.wiped_at, n.location_id, n.reply_text, n.reply_state, n.hidden_at, n.hidden_reason,
              n.pinned_at, n.assignee_id, n.tag_ids)
         is distinct from
             (o.text, o.rating, o.recommendation, o.author_name, o.anonymous, o.written_at, o.written_day, o.removed_at,
              o.held_at, o.wiped_at, o.location_id, o.reply_text, o.reply_state, o.hidden_at, o.hidden_reason,
              o.pinned_at, o.assignee_id, o.tag_ids)) c
   cross join lateral (
      select 'edited' as kind, false as own, c.origin as otherwise,
             jsonb_build_object('fields', array_remove(array[
               case when c.text is distinct from c.o_text then 'text' end,
               case when (c.rating, c.recommendation) is distinct from (c.o_rating, c.o_recommendation) then 'rating' end,
               case when (c.author_name, c.anonymous) is distinct from (c.o_author_name, c.o_anonymous) then 'author' end,
               case when (c.written_at, c.written_day) is distinct from (c.o_written_at, c.o_written_day) then 'date' end],
               null))
             || case when (c.rating, c.recommendation) is distinct from (c.o_rating, c.o_recommendation)
                  then jsonb_build_object(
                    'from', jsonb_build_object('rating', c.o_rating, 'recommendation', c.o_recommendation),
                    'to', jsonb_build_object('rating', c.rating, 'recommendation', c.recommendation))
                  else '{}' end as data
       where c.stays and (c.text, c.rating, c.recommendation, c.author_name, c.anonymous, c.written_at, c.written_day)
         is distinct from (c.o_text, c.o_rating, c.o_recommendation, c.o_author_name, c.o_anonymous, c.o_written_at,
                           c.o_written_day)
      union all
      select 'held', true, 'system', null where c.held_at is not null and c.o_held_at is null
      union all
      select 'released', true, 'system', null
       where c.held_at is null and c.o_held_at is not null and c.removed_at is null
      union all
      select 'removed', false, c.origin, null
       where c.removed_at is not null and c.held_at is null and (c.o_removed_at is null or c.o_held_at is not null)
      union all
      select 'restored', false, c.origin, null
       where c.removed_at is null and c.o_removed_at is not null and c.o_held_at is null
      union all
      select 'wiped', false, 'system', null where c.wiped_at is not null and c.o_wiped_at is null
      union all
      select 'moved', true, 'system', jsonb_build_object('from', c.o_location_id, 'to', c.location_id)
       where c.location_id <> c.o_location_id
      union all
      select case when c.reply_text is null then 'reply-deleted' when c.o_reply_text is null then 'replied'
                  else 'reply-changed' end,
             c.first_party, case when c.first_party then 'system' else 'platform' end,
             jsonb_build_object('where', case when c.first_party then 'here' else 'outside' end)
       where c.stays and c.reply_text is distinct from c.o_reply_text
         -- What was sent from here is recorded when somebody asks for it; a reply that was taken back has no row any more.
         and (c.first_party or not exists (
           select from replies p
            where p.account_id = c.account_id and p.review_id = c.id and p.tried_at is not null
              and (p.text is not distinct from btrim(c.reply_text)
                   or array_position(p.own_texts, btrim(c.reply_text)) is not null)))
         and (c.first_party or c.reply_text is not null or 'reply-deleted' is distinct from (
           select h.kind from review_history h
            where h.account_id = c.account_id and h.review_id = c.id
              and h.kind in ('replied', 'reply-changed', 'reply-deleted')
            order by h.at desc, h.id desc limit 1))
      union all
      select 'reply-refused', false, 'platform', null
       where c.stays and c.reply_state = 'failed' and c.o_reply_state <> 'failed'
      union all
      select case when c.first_party and c.hidden_reason in ('spam', 'not-about-business', 'hate', 'personal-data')
                  then 'reported' else 'hidden' end,
             true, 'system', jsonb_build_object('reason', c.hidden_reason)
       where c.hidden_at is not null and (c.o_hidden_at is null or c.hidden_reason is distinct from c.o_hidden_reason)
      union all
      select case when c.first_party and c.o_hidden_reason in ('spam', 'not-about-business', 'hate', 'personal-data')
                  then 'report-taken-back' else 'shown' end,
             true, 'system', null
       where c.hidden_at is null and c.o_hidden_at is not null
      union all
      select 'pinned', true, 'system', null where c.pinned_at is not null and c.o_pinned_at is null
      union all
      select 'unpinned', true, 'system', null where c.pinned_at is null and c.o_pinned_at is not null
      union all
      select case when c.assignee_id is null then 'unassigned' else 'assigned' end, true, 'system',
             jsonb_build_object('assignee', c.assignee_id)
       where c.assignee_id is distinct from c.o_assignee_id
      union all
      -- What a rule gave and what people gave are two entries. The end of a tag is none: its name would be unknown.
      select 'tagged', true, case when t.by_rule then 'rule' else 'system' end, jsonb_build_object('tags', t.ids)
        from (select a.id = any (c.rule_tag_ids) as by_rule, array_agg(a.id order by a.id) as ids
                from unnest(c.tag_ids) as a (id) where a.id <> all (c.o_tag_ids) group by 1) t
      union all
      select 'untagged', true, case when t.by_rule then 'rule' else 'system' end, jsonb_build_object('tags', t.ids)
        from (select a.id = any (c.o_rule_tag_ids) as by_rule, array_agg(a.id order by a.id) as ids
                from unnest(c.o_tag_ids) as a (id)
               where a.id <> all (c.tag_ids) and not exists (
                 select from tags d
                  where d.account_id = c.account_id and d.id = a.id and d.deleted_at is not null)
               group by 1) t) e
  having count(*) > 0;
  return null;
end $$;
create trigger reviews_history after update on reviews
  referencing old table as old_rows new table as new_rows for each statement execute function record_review_history();

-- Replies to platforms: what somebody asked for, and what could not be sent.
create function record_reply_history() returns trigger language plpgsql as $$
declare
  shown constant text := (select reply_text from reviews where account_id = new.account_id and id = new.review_id);
begin
  if new.state = 'failed' then
    perform add_review_history(jsonb_build_array(jsonb_build_object(
      'account_id', new.account_id, 'review_id', new.review_id, 'kind', 'reply-refused', 'own', false,
      'otherwise', 'system')));
  elsif btrim(shown) is distinct from new.text then
    perform add_review_history(jsonb_build_array(jsonb_build_object(
      'account_id', new.account_id, 'review_id', new.review_id,
      'kind', case when new.text is null then 'reply-deleted' when shown is null then 'replied' else 'reply-changed' end,
      'own', true, 'otherwise', 'system', 'data', jsonb_build_object('where', 'here'))));
  end if;
  return null;
end $$;
create trigger replies_history after update on replies for each row
  when ((new.state = 'queued' and new.version <> old.version) or (new.state = 'failed' and old.state is distinct from 'failed'))
  execute function record_reply_history();

-- One action on many reviews. Its reviews are written down in parts first, so that what it does later changes nothing about
-- the selection.
create table bulk_actions (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  action jsonb not null,
  -- Null for reviews that were named by their ids.
  filter jsonb,
  state text not null check (state in ('selecting', 'running', 'done', 'canceled', 'failed')),
  failure text,
  -- The caller, as history and audit entries name them.
  user_id uuid not null,
  actor jsonb not null,
  -- Where the selection continues.
  cursor text,
  total integer not null default 0,
  done integer not null default 0,
  changed integer not null default 0,
  skipped jsonb not null default '{}',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (account_id, id)
);
create index bulk_actions_open on bulk_actions (created_at) where ended_at is null;
create index bulk_actions_ended on bulk_actions (ended_at) where ended_at is not null;
select wall_off('bulk_actions');
-- A limited caller sees their own actions: a filter may name a location, and the counts tell of their reviews only.
select limit_to_locations('bulk_actions', 'user_id = (select current_setting(''app.actor'')::uuid)');

create table bulk_action_parts (
  account_id uuid not null,
  bulk_action_id uuid not null,
  part integer not null,
  review_ids uuid[] not null check (cardinality(review_ids) between 1 and 500),
  primary key (account_id, bulk_action_id, part),
  foreign key (account_id, bulk_action_id) references bulk_actions (account_id, id) on delete cascade
);
select wall_off('bulk_action_parts');
select limit_to_locations('bulk_action_parts', 'bulk_action_id in (select id from bulk_actions)');
