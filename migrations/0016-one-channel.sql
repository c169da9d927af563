-- All events are heard on one channel; the payload is the event's name.
create or replace function tell_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('kinodex', 'settings');
  return null;
end $$;
