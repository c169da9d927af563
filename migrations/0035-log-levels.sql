-- Levels of packages that administrators have set. Whoever changes one, and however: every node hears of it.
create table log_level (
  package text primary key,
  level   text not null check (level in ('TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL')),
  until   timestamptz,                                    -- from then on it is as if it had not been set
  set_at  timestamptz not null default now()
);

create function tell_levels() returns trigger language plpgsql as $$
begin
  perform pg_notify('kinodex', 'levels');
  return null;
end $$;

create trigger log_level_told after insert or update or delete or truncate on log_level
  for each statement execute function tell_levels();
