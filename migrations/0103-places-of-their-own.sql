-- Where an editor has put an episode is locked with the episode, as its part 'place'. Until now the episode and its series were
-- both locked under 'season', and with the series all of its list: also after the edit was undone. Lists are their sources' again.
update title_origin o set part = 'place'
  where o.part = 'season' and o.locked and (
    select e.undo_of is null or u.undo_of is not null from edit e left join edit u on u.id = e.undo_of
      where e.kind = 'movie' and e.record_id = o.title_id and e.action = 'edit' and e.part = 'place'
      order by e.id desc limit 1);
delete from title_origin where part = 'season' and locked;
-- Whose the parts were of a record that was deleted or merged: they come back with it.
update edit set origin = origin - 'season'
  where action in ('delete', 'merge') and origin->'season'->>'locked' = 'true';
