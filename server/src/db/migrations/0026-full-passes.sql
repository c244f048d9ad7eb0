-- When somebody asked for a full pass, and the difference between the counts that the last one left (slice: connections).

alter table listings
  add column full_pass_requested_at timestamptz,
  -- The platform's count minus ours; null where the platform gave none.
  add column count_difference integer;
