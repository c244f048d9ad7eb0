-- How much an import has had written (slice: imports).

-- Bytes of parts and of pages of sheets that were stored for it, also of those that are deleted since.
alter table imports add column written bigint not null default 0;
