-- Dates of imported reviews that are no exact times (slice: imports).

-- 'relative': counted back from "2 weeks ago"; 'given': one day for the whole file. Null: told by whoever brought it.
alter table reviews add column date_basis text check (date_basis in ('relative', 'given'));

-- The owner of the tables is held by their walls too; it fills the rows of every account here.
alter table imports no force row level security;
-- Imports that wait for their owner were read before there was a choice: their first row is the heading.
update imports
   set layout = layout || jsonb_build_object('header', true, 'columns', (
         select coalesce(jsonb_agg(c.value || '{"relative": false}'::jsonb order by c.ordinality), '[]'::jsonb)
           from jsonb_array_elements(layout -> 'columns') with ordinality c))
 where layout ->> 'kind' = 'table';
update imports set settings = settings || '{"asOf": null, "oneDate": null}'::jsonb where settings is not null;
alter table imports force row level security;
