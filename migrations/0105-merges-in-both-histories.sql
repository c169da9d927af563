-- A merge stands in the history of the record that it went into as well.
create index edit_merged_into on edit (kind, (after #>> '{}')) where action = 'merge';
