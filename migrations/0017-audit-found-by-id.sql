-- A request is found by its id: blocks are marked with the thousands that the ids among them belong to, as `id:mia1-4` for
-- mia1-4000 to mia1-4999.

update audit_block b set marks = b.marks || array(
    select distinct 'id:' || split_part(b.first_id, '-', 1) || '-'
        || (split_part(b.first_id, '-', 2)::bigint + audit_number(b.facts, b.rows * 4 + place)) / 1000
      from generate_series(0, b.rows - 1) place)
  where b.first_id is not null;
