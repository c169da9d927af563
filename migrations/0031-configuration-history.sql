-- What was changed in the configuration, by whom and from what, whoever did it: by a page, a command or SQL.

alter table configuration add column version integer not null default 1;

create table configuration_change (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  account_id bigint,                    -- null: somebody at the command line or in the database
  key        text not null,
  before     jsonb,                     -- null: it was made
  after      jsonb                      -- null: it was deleted
);
create index configuration_change_key on configuration_change (key, id desc);

create function count_configuration() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create function keep_configuration() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - '{id,version}'::text[] end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - '{id,version}'::text[] end;
  who bigint := nullif(current_setting('kinodex.account', true), '')::bigint;
begin
  -- A start lists keys: nobody has changed them.
  if was is distinct from is_now and not (tg_op = 'INSERT' and who is null) then
    insert into configuration_change (account_id, key, before, after)
      values (who, coalesce(is_now, was) ->> 'key', was, is_now);
  end if;
  return null;
end $$;

create trigger configuration_counted before update on configuration
  for each row when (old.* is distinct from new.*) execute function count_configuration();
create trigger configuration_kept after insert or update or delete on configuration
  for each row execute function keep_configuration();
