-- Whoever acted as an administrator keeps their name in the trails until those forget everybody, after 12 months: otherwise an
-- administrator who is deleted, or deletes another one, would take away who had access (slice: identity).

-- The operator's entries hold ids only, and a member's trail has no address of an administrator. `last_act_at`: their newest entry.
create table former_administrators (
  user_id uuid primary key,
  display_name text not null,
  email text not null,
  last_act_at timestamptz not null
);
create index former_administrators_email on former_administrators (lower(email));
create index former_administrators_last_act on former_administrators (last_act_at);
alter table former_administrators enable row level security;
alter table former_administrators force row level security;
create policy system on former_administrators for all to kindling_system using (true) with check (true);

create or replace function forget_person_in_trails() returns trigger language plpgsql as $$
begin
  delete from audit_personal p
   where p.person_id = old.id
     and not (p.part = 'caller' and exists (
       select from audit_entries e
        where e.account_id = p.account_id and e.id = p.entry_id and e.admin_id = old.id));
  insert into former_administrators (user_id, display_name, email, last_act_at)
  select old.id, old.display_name, old.email, max(acts.at)
    from (select max(at) as at from audit_entries where admin_id = old.id
          union all
          select max(at) from operator_entries where admin_id = old.id) acts
  having max(acts.at) is not null
      on conflict (user_id) do update
         set display_name = excluded.display_name, email = excluded.email, last_act_at = excluded.last_act_at;
  return null;
end $$;
