-- A person asked for a sync of the listing while this was its fence: a job that already waits cannot be told so.
-- Null once a run that claimed the listing later, and so raised the fence, has ended (slice: connections).

alter table listings add column sync_requested_at_fence bigint;
