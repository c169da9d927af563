-- Where an editor has put an episode is locked with the episode, as its part 'place'. Until now the episode and its series were
-- both locked under 'season', and with the series all of its list: also after the edit was undone. Lists are their sources' again.

-- The episodes of which an edit of the place still stands: it was not undone, or that was undone too.
create temporary table placed on commit drop as
with recursive step as (
  select id, record_id, true as stands from edit where kind = 'movie' and action = 'edit' and part = 'place' and undo_of is null
  union all select u.id, s.record_id, not s.stands from step s join edit u on u.undo_of = s.id)
select distinct record_id from step s where stands and not exists (select from edit u where u.undo_of = s.id);

-- Nothing read a row 'place' so far.
delete from title_origin where part = 'place';
update title_origin set part = 'place' where part = 'season' and locked and title_id in (select record_id from placed);
delete from title_origin where part = 'season' and locked;
alter table title_origin add check (part <> 'season' or not locked);

-- Whose the parts were of a record that was deleted or merged: they come back with it.
update edit set origin = origin - 'season'
    || case when record_id in (select record_id from placed) then jsonb_build_object('place', origin->'season') else '{}' end
  where kind = 'movie' and action in ('delete', 'merge') and origin->'season'->>'locked' = 'true';
drop table placed;
