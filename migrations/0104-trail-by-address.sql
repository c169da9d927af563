-- A deletion finds where an address of the account stands in what administrators did, and by which addresses records of its tokens
-- tell it, without a look at every row, however long the trail is.
create index admin_action_text on admin_action using gin
  ((coalesce(about, '') || ' ' || coalesce(sent::text, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
    gin_trgm_ops) with (gin_pending_list_limit = 512);
create index admin_action_before_token on admin_action ((before->>'idToken')) where before->>'idToken' is not null;
create index admin_action_after_token on admin_action ((after->>'idToken')) where after->>'idToken' is not null;
