-- What runs without being asked is a run of a task; what pg-boss kept of it before is not read any more. Another
-- schema of that name is left alone.
do $$
begin
  if to_regclass('queue.version') is not null and to_regclass('queue.job') is not null then
    drop schema queue cascade;
  end if;
end $$;
