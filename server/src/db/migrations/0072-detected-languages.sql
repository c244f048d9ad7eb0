-- As in 0064, but a language that our code finds for a stored text is no edit of the review.
create or replace function record_updated_reviews() returns trigger language plpgsql as $$
begin
  insert into domain_events (account_id, name, subject_id, location_id, data)
  select account_id,
         case when removed_at is not null then 'review.removed'
              when was_removed then 'review.restored'
              when wiped then 'review.wiped'
              when fields <@ array['reply', 'answered'] and reply_state = 'published' and state_before <> 'published'
                then 'review.reply-published'
              when fields <@ array['reply', 'answered'] and reply_state = 'failed' and state_before <> 'failed'
                then 'review.reply-refused'
              when fields = array['language'] then 'review.language-detected'
              else 'review.edited' end,
         id, location_id, jsonb_build_object('source', source, 'fields', fields,
                                              'importId', case when listing_id is null then import_id end)
    from (
      select n.account_id, n.id, n.location_id, n.source, n.listing_id, n.import_id, n.removed_at,
             n.reply_state,
             o.reply_state as state_before, o.removed_at is not null as was_removed,
             n.wiped_at is not null and o.wiped_at is null as wiped,
             array_remove(array[
               case when (n.text, n.translation) is distinct from (o.text, o.translation) then 'text' end,
               case when (n.rating, n.recommendation) is distinct from (o.rating, o.recommendation)
                 then 'rating' end,
               case when (n.author_name, n.author_photo_url, n.anonymous)
                 is distinct from (o.author_name, o.author_photo_url, o.anonymous) then 'author' end,
               case when (n.written_at, n.written_day, n.written_from, n.written_to, n.date_basis, n.edited_at)
                 is distinct from (o.written_at, o.written_day, o.written_from, o.written_to, o.date_basis, o.edited_at)
                 then 'date' end,
               case when (n.reply_text, n.reply_at, n.reply_state, n.reply_reason)
                 is distinct from (o.reply_text, o.reply_at, o.reply_state, o.reply_reason) then 'reply' end,
               case when n.answered <> o.answered then 'answered' end,
               case when n.hidden_at is distinct from o.hidden_at then 'hidden' end,
               case when n.pinned_at is distinct from o.pinned_at then 'pinned' end,
               case when (n.permalink, n.media_count, n.attribution)
                 is distinct from (o.permalink, o.media_count, o.attribution) then 'links' end,
               case when (n.location_id, n.listing_id) is distinct from (o.location_id, o.listing_id)
                 then 'place' end,
               case when n.tag_ids <> o.tag_ids then 'tags' end,
               case when n.language is distinct from o.language then 'language' end,
               case when n.assignee_id is distinct from o.assignee_id then 'assignee' end], null) as fields
        from new_rows n join old_rows o on o.account_id = n.account_id and o.id = n.id
       where n.removed_at is null or o.removed_at is null) changed
   where cardinality(fields) > 0 or was_removed <> (removed_at is not null)
   order by account_id, id;
  return null;
end $$;
