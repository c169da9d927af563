-- What a day's tokens were refused beside what they cost: 429, for the quota or for haste.
alter table request_count add column refused integer not null default 0;
