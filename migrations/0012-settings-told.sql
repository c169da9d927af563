-- Whoever changes a setting, and however: every node hears of it and reads the settings again.
create function tell_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('kinodex_settings', '');
  return null;
end $$;

-- By row, so that a start, which lists keys that are there already, tells nobody; one transaction tells once.
create trigger configuration_told after insert or update or delete on configuration
  for each row execute function tell_settings();
create trigger configuration_emptied after truncate on configuration
  for each statement execute function tell_settings();
