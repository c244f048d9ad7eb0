-- When a connection that its platform does not let read was last asked whether it may now (slice: connections).

alter table connections add column probed_at timestamptz;
create index connections_unreadable on connections (status_since) where status in ('withdrawn', 'not_approved');
