-- Tables, columns and jobs get the names that the glossary and the code use. Nothing else changes.

alter table platform_wishes rename to platform_requests;
alter table hint_subscriptions rename to webhook_subscriptions;
alter table platform_pace rename to platform_rate_limits;
alter table pass_pages rename to sync_run_pages;
alter table set_aside_items rename to skipped_items;
alter table help_drafts rename to help_messages;

alter table account_erasures rename column begun_at to started_at;
alter table businesses rename column brand_colour to brand_color;
alter table connections rename column probed_at to access_checked_at;
alter table connections rename column renewal_until to refresh_lease_until;
alter table embeds rename column seen_at to first_loaded_at;
alter table embeds rename column seen_site to first_loaded_site;
alter table imports rename column there to unchanged;
alter table imports rename column faulty to invalid;
alter table listings rename column held_back_count to pending_removals_count;
alter table listings rename column held_back_since to pending_removals_since;
alter table reviews rename column reply_under_way to reply_pending;
alter table reviews rename column twin_found_at to duplicate_found_at;
alter table sync_runs rename column head_at to newest_change_at;
alter table sync_runs rename column set_aside to skipped;
alter table webhook_subscriptions rename column asked_at to requested_at;

alter index connections_open rename to connections_api_key;
alter index help_drafts_sent rename to help_messages_sent;

-- Constraints, with the indexes of keys, carry the names of their table and columns. PostgreSQL 18 has some more of them.
do $$
declare
  renamed record;
begin
  for renamed in
    select c.conrelid::regclass as table_name, c.conname as old_name, replace(c.conname, w.old, w.new) as new_name
      from (values
        ('platform_requests', 'platform_wishes', 'platform_requests'),
        ('webhook_subscriptions', 'hint_subscriptions', 'webhook_subscriptions'),
        ('platform_rate_limits', 'platform_pace', 'platform_rate_limits'),
        ('sync_run_pages', 'pass_pages', 'sync_run_pages'),
        ('skipped_items', 'set_aside_items', 'skipped_items'),
        ('help_messages', 'help_drafts', 'help_messages'),
        ('account_erasures', 'begun_at', 'started_at'),
        ('businesses', 'brand_colour', 'brand_color'),
        ('imports', 'there', 'unchanged'),
        ('imports', 'faulty', 'invalid'),
        ('reviews', 'reply_under_way', 'reply_pending'),
        ('sync_runs', 'set_aside', 'skipped')) w (table_name, old, new)
      join pg_constraint c on c.conrelid = w.table_name::regclass and strpos(c.conname, w.old) > 0
  loop
    execute format('alter table %s rename constraint %I to %I', renamed.table_name, renamed.old_name, renamed.new_name);
  end loop;
end
$$;

-- The error code of a run whose removals wait for the owner. The owner of the table is held by its policies too.
alter table sync_runs no force row level security;
update sync_runs set error_code = 'removals-pending' where error_code = 'removals-held-back';
alter table sync_runs force row level security;

-- A job that waits under its old name runs under the new one. A queue's name is the key of its jobs and its schedule, so
-- the queue is copied before them and deleted after them. A new installation has no queue yet.
do $$
declare
  renamed record;
begin
  if to_regclass('pgboss.queue') is null then return; end if;
  for renamed in
    select w.* from (values
      ('connections.look-again', 'connections.recheck-access'),
      ('embeds.sweep-days', 'embed-traffic.sweep'),
      ('imports.work', 'imports.run'),
      ('mail.tidy', 'mail.delete-old'),
      ('notifications.deletions', 'deletion-requests.process'),
      ('notifications.subscribe', 'platform-webhooks.subscribe'),
      ('notifications.sweep', 'platform-webhooks.sweep'),
      ('reviews.recounts', 'reviews.recount-sweep')) w (old, new)
    join pgboss.queue q on q.name = w.old
  loop
    insert into pgboss.queue
      select copy.* from pgboss.queue q, jsonb_populate_record(q, jsonb_build_object('name', renamed.new)) copy
       where q.name = renamed.old;
    update pgboss.job set name = renamed.new where name = renamed.old;
    update pgboss.schedule set name = renamed.new where name = renamed.old;
    delete from pgboss.queue where name = renamed.old;
  end loop;
end
$$;
