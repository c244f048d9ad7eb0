-- Sign-ins that were ended, by the name that their access tokens carry or by a hash of the token itself, until no token
-- of theirs can be valid any more (slice: identity, ended-sessions.ts).

create table ended_sessions (
  id text primary key,
  forget_at timestamptz not null
);
create index ended_sessions_forget on ended_sessions (forget_at);
alter table ended_sessions enable row level security;
alter table ended_sessions force row level security;
create policy system on ended_sessions for all to kindling_system using (true) with check (true);
