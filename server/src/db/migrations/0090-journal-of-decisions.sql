-- What the operator decided to protect people, and the end of product news, are in the journal too, so that a restore does them
-- again: a page or embed that was taken down, a person who was shut out or lost the administrator's role, news that a member
-- does not want. The opposites are in it because the last one counts.

alter table erasure_journal
  drop constraint erasure_journal_act_check,
  add constraint erasure_journal_act_check check (act in (
    'deleted', 'disconnected', 'connected', 'withdrawn', 'discarded', 'suppressed',
    'taken-down', 'put-back', 'blocked', 'unblocked', 'demoted', 'promoted', 'news-ended', 'news-wanted')) not valid;

create function journal_takedown() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  values ('taken-down', tg_table_name, jsonb_build_array(jsonb_build_object(
    'account_id', new.account_id, 'id', new.id, 'reason', new.taken_down_reason)));
  return null;
end
$$;

create function journal_person() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  values (tg_argv[0], tg_table_name, jsonb_build_array(jsonb_build_object('id', new.id)));
  return null;
end
$$;

create function journal_membership() returns trigger language plpgsql as $$
begin
  insert into erasure_journal (act, subject, keys)
  values (tg_argv[0], tg_table_name,
          jsonb_build_array(jsonb_build_object('account_id', new.account_id, 'user_id', new.user_id)));
  return null;
end
$$;

create trigger journal_taken_down after update on embeds for each row
  when (old.taken_down_at is null and new.taken_down_at is not null) execute function journal_takedown();
create trigger journal_put_back after update on embeds for each row
  when (old.taken_down_at is not null and new.taken_down_at is null) execute function journal_act('put-back');
create trigger journal_taken_down after update on pipelines for each row
  when (old.taken_down_at is null and new.taken_down_at is not null) execute function journal_takedown();
create trigger journal_put_back after update on pipelines for each row
  when (old.taken_down_at is not null and new.taken_down_at is null) execute function journal_act('put-back');

create trigger journal_blocked after update on users for each row
  when (old.blocked_at is null and new.blocked_at is not null) execute function journal_person('blocked');
create trigger journal_unblocked after update on users for each row
  when (old.blocked_at is not null and new.blocked_at is null) execute function journal_person('unblocked');
create trigger journal_demoted after update on users for each row
  when (old.role = 'Super Admin' and new.role <> 'Super Admin') execute function journal_person('demoted');
create trigger journal_promoted after update on users for each row
  when (old.role <> 'Super Admin' and new.role = 'Super Admin') execute function journal_person('promoted');

create trigger journal_news_ended after update on memberships for each row
  when (old.alerts -> 'productNews' = 'true'::jsonb and new.alerts -> 'productNews' is distinct from 'true'::jsonb)
  execute function journal_membership('news-ended');
create trigger journal_news_wanted after update on memberships for each row
  when (old.alerts -> 'productNews' is distinct from 'true'::jsonb and new.alerts -> 'productNews' = 'true'::jsonb)
  execute function journal_membership('news-wanted');
