-- Whoever accepts an invitation names it by its id alone, and the daily cleaning looks for those that ended long ago
-- (slice: team).

create unique index invitations_id on invitations (id);
create index invitations_ended on invitations (least(expires_at, accepted_at, revoked_at));
