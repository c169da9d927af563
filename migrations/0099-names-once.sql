-- The same lexemes as before, but a name that comes twice is folded once: titles, original titles and other names are the same
-- to a third, and folding is most of what documents cost.
create or replace function name_lexemes(names text[]) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  name text; folded text; joined text; seen text[] := '{}';
  words text[] := '{}'; wholes text[] := '{}';
begin
  foreach name in array names loop
    continue when name is null or name = any(seen);
    seen := seen || name;
    folded := fold_text(name);
    continue when folded = '' or '=' || folded = any(wholes);
    words := words || fold_words(folded);
    wholes := wholes || ('=' || folded);
    if name ~ '[''’‘ʼʻ`´.\-‐‑·]' then
      joined := fold_joined(name);
      if joined <> '' and joined <> folded then
        words := words || fold_words(joined);
        wholes := wholes || ('=' || joined);
      end if;
    end if;
  end loop;
  return array_remove(words, '') || wholes;
end $$;
