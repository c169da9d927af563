-- Requests are known by the id that their callers were told: a process numbers them, so that a block has to say one of them
-- whole and of each request how far its number lies from that one.

alter table audit_block add column first_id text;         -- of its first request; without it facts have no fifth column: how much further each number is

create or replace view audit as
  select b.first_seq + u.place - 1 as seq,
      b.first_at + audit_number(b.facts, u.place - 1) * interval '1 ms' as at,
      audit_number(b.facts, b.rows + u.place - 1) as elapsed_us,
      audit_number(b.facts, b.rows * 2 + u.place - 1)::smallint as code,
      s.parts[1] as method, s.parts[2] as ip, nullif(s.parts[3], '')::bigint as token_id, u.uri, nullif(s.parts[4], '') as headers,
      split_part(b.first_id, '-', 1) || '-'
        || split_part(b.first_id, '-', 2)::bigint + audit_number(b.facts, b.rows * 4 + u.place - 1) as request_id
    -- The offset keeps the facts from being fetched anew for each number.
    from (select first_seq, first_at, rows, facts || ''::bytea as facts, string_to_array(senders, e'\n') as senders, uris, first_id from audit_block offset 0) b
      cross join string_to_table(b.uris, e'\n') with ordinality u (uri, place)
      cross join string_to_array(b.senders[audit_number(b.facts, b.rows * 3 + u.place - 1) + 1], e'\t') s (parts);
