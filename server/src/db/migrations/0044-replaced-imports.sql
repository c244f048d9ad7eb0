-- An import that waited for its owner when a newer one took its place (slice: imports).

alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in
  ('uploading', 'read', 'checking', 'checked', 'publishing', 'finished', 'undoing', 'undone', 'cancelled', 'replaced',
   'failed'));
drop index imports_open;
create index imports_open on imports (updated_at)
  where state not in ('finished', 'undone', 'cancelled', 'replaced', 'failed');
