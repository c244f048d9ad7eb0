-- The list of reviews by any filter and any word (docs/decisions/0084-lists-read-an-index-behind-a-view.md).

-- Hash of one property of a review, such as "r:5", in the lists of its account only.
create function review_facet(account uuid, facet text) returns bigint
language sql immutable parallel safe as $$ select hashtextextended(account::text || facet, 0) $$;

create function review_tag_facets(account uuid, tags uuid[]) returns bigint[]
language sql immutable parallel safe as $$ select array(select review_facet(account, 't:' || tag) from unnest(tags) tag) $$;

-- Months are counted from the year 0, in UTC.
create function review_month(at timestamptz) returns integer
language sql immutable parallel safe as $$
  select (extract(year from at at time zone 'UTC') * 12 + extract(month from at at time zone 'UTC') - 1)::integer
$$;

alter table reviews
  drop column search,
  -- The words of author, text, translation and reply (server/src/features/reviews/review-words.ts). Null: not made yet.
  add column search tsvector,
  add column facets bigint[] generated always as (
    array_remove(array[
      review_facet(account_id, 'm:' || review_month(written_at)),
      review_facet(account_id, 's:' || source),
      review_facet(account_id, 'p:' || location_id),
      review_facet(account_id, 'r:' || coalesce(rating, 0)),
      review_facet(account_id, case when text is null then 'x:0' else 'x:1' end),
      review_facet(account_id, 'c:' || recommendation),
      review_facet(account_id, 'l:' || language),
      review_facet(account_id, 'g:' || coalesce(assignee_id::text, 'none')),
      case when answered then review_facet(account_id, 'a:1') end,
      case when hidden_at is not null then review_facet(account_id, 'h:1') end,
      case when pinned_at is not null then review_facet(account_id, 'i:1') end,
      case when removed_at is not null then review_facet(account_id, 'd:1') end,
      -- Without a reply, by where one would be sent. Whether that is possible is the connection's matter (unanswered.ts).
      case when not answered and removed_at is null and wiped_at is null then
        case when source <> 'first-party' then review_facet(account_id, 'o:' || listing_id)
             when hidden_at is null then review_facet(account_id, 'o:first-party') end
      end], null)
    || case when tag_ids = '{}' then '{}'::bigint[] else review_tag_facets(account_id, tag_ids) end
  ) stored;

create index reviews_matching on reviews using gin (search, facets);
-- As in 0043, with what visitors wrote on our own pages.
drop index reviews_unanswered;
create index reviews_unanswered on reviews (account_id, written_at desc, id desc)
  where removed_at is null and not answered and wiped_at is null and (listing_id is not null or source = 'first-party');
-- What the job reviews.index-sweep fills.
create index reviews_unindexed on reviews (account_id, id)
  where search is null and (author_name is not null or text is not null or translation is not null or reply_text is not null);
create index reviews_reply_failed on reviews (account_id, id) where reply_state = 'failed';
create index replies_failed on replies (account_id, review_id) where state = 'failed';

-- A text that is changed or deleted takes its words and its language along, whoever changes it. A writer that knows the new
-- words brings them with the text.
create function forget_review_words() returns trigger language plpgsql as $$
begin
  if new.search is not distinct from old.search then
    new.search := null;
    if new.text is distinct from old.text and new.language is not distinct from old.language then
      new.language := null;
    end if;
  end if;
  return new;
end $$;
create trigger reviews_forget_words before update of author_name, text, translation, reply_text on reviews
  for each row when ((new.author_name, new.text, new.translation, new.reply_text)
    is distinct from (old.author_name, old.text, old.translation, old.reply_text))
  execute function forget_review_words();

-- Row-level security keeps a query from the index above: it must first ask whose row it is. So this view asks by itself, as
-- the policies of 0013 and 0052 do, and its owner sees every row. It shows nothing of what somebody wrote: callers read the
-- reviews that they found again, under row-level security. "is not distinct from" cannot be looked up in another index.
create view review_matches as
  select id, location_id, listing_id, source, rating, written_at, written_day, hidden_at, pinned_at, removed_at, held_at,
         search, facets
    from reviews
   where account_id is not distinct from (select current_setting('app.account')::uuid)
     and (listing_id is not null or coalesce(import_id <> all (array(
       select i.id from imports i
        where i.account_id = (select current_setting('app.account')::uuid) and i.hidden)), true))
     -- Nobody's locations are none: a plan for several processes reads the setting whether or not it is needed.
     and case when current_user = 'kindling_app' then true
              else coalesce(location_id = any (
                (select nullif(current_setting('app.locations', true), '')::uuid[])::uuid[]), false) end;
-- The owner of a view needs the right to create for the moment in which it becomes the owner.
grant create on schema public to kindling_system;
alter view review_matches owner to kindling_system;
revoke create on schema public from kindling_system;
-- A simple view can be written through, past row-level security.
revoke all on review_matches from kindling_app, kindling_system;
grant select on review_matches to kindling_app, kindling_system;

-- A view of one member goes with the membership; a shared one belongs to the account.
create table saved_views (
  account_id uuid not null references accounts (id) on delete cascade,
  id uuid not null,
  -- Null: shared.
  user_id uuid,
  name text not null check (char_length(name) between 1 and 60),
  filter jsonb not null,
  sort text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
);
create index saved_views_user on saved_views (account_id, user_id);
select wall_off('saved_views');
