-- Search documents. They are made from the catalogue by modules/search/document.store.ts and hold nothing of their own.

create extension if not exists fuzzystrmatch;

-- Folding, step by step as src/server/kernel/fold.ts does it. Collations are named so that the server's locale has no say.
create function fold_letters(name text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(name) = length(name) then return lower(name collate "C"); end if;
  return replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(regexp_replace(name, '([\u00bc-\u00be\u2150-\u215e])', ' \1', 'g'), NFKD), '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+', '', 'g') collate "und-x-icu"),
    'øłđðħıŧŋƒɓɗɖəɛɔɲĸς', 'olddhitnfbddeeonkσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end $$;

create function fold_separate(letters text, bare text) returns text language plpgsql immutable strict parallel safe as $$
declare
  ascii boolean := octet_length(letters) = length(letters);
  folded text := btrim(case when ascii then regexp_replace(letters, '[^a-z0-9]+', ' ', 'g')
    else regexp_replace(letters, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02b9-\u02df\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e4f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3030\u303d-\u303f\u30a0\u30fb\ufe10-\ufe1f\ufe30-\ufe6f]+', ' ', 'g') end, ' ');
begin
  if folded = '' then
    folded := btrim(regexp_replace(bare, '[\u0001-\u0020]+', ' ', 'g'), ' ');
    ascii := false;
  end if;
  if not ascii then folded := normalize(folded, NFC); end if;
  return btrim(left(folded, 300), ' ');
end $$;

create function fold_other(name text) returns text language plpgsql immutable strict parallel safe as $$
declare bare text := fold_letters(name);
begin return fold_separate(bare, bare); end $$;

-- Not strict, so that the planner puts it in place: most names are plain words.
create function fold_text(name text) returns text language sql immutable parallel safe as $$
  select case when name ~ '^[A-Za-z0-9]+( [A-Za-z0-9]+)*$' and length(name) <= 300 then lower(name collate "C") else fold_other(name) end
$$;

create function fold_joined(name text) returns text language plpgsql immutable strict parallel safe as $$
begin return fold_separate(fold_letters(regexp_replace(name, '[''’‘ʼʻ`´.\-‐‑·]', '', 'g')), fold_letters(name)); end $$;

-- The words of folded text: what is written without spaces is cut into single signs and pairs of neighbours.
create function fold_words(folded text) returns text[] language plpgsql immutable strict parallel safe as $$
declare runs text;
begin
  if octet_length(folded) = length(folded) or folded !~ '[\u2e80-\u2fdf\u3005-\u3007\u3031-\u303c\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\U00020000-\U000323af]' then return string_to_array(folded, ' '); end if;
  runs := regexp_replace(folded, '[^\u2e80-\u2fdf\u3005-\u3007\u3031-\u303c\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\U00020000-\U000323af]+', ' ', 'g');
  return array_remove(string_to_array(regexp_replace(folded, '[\u2e80-\u2fdf\u3005-\u3007\u3031-\u303c\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\U00020000-\U000323af]+', ' ', 'g') || ' ' || regexp_replace(runs, '(\S\S)', '\1 ', 'g')
    || ' ' || regexp_replace(regexp_replace(runs, '(^| )\S', '\1', 'g'), '(\S\S)', '\1 ', 'g'), ' ') || string_to_array(runs, null), '');
end $$;

-- What a record is found by: the words of all its names, and each name as a whole behind '='.
create function name_lexemes(names text[]) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  name text; folded text; joined text;
  words text[] := '{}'; wholes text[] := '{}';
begin
  foreach name in array names loop
    continue when name is null;
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

-- Values as tags, '@g:drama'. Only A to Z are lowered: these are values of closed lists.
create function tag_lexemes(tag text, vals text[]) returns text[] language sql stable parallel safe as $$
  select string_to_array(tag || lower(array_to_string(vals, chr(1) || tag) collate "C"), chr(1))
$$;

-- Both halves of a word, each whole and with one letter left out, so that a word with two wrong letters is found by one of them.
create function word_keys(word text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  keys text[] := '{}'; half text; side text;
begin
  foreach side in array array['<', '>'] loop
    half := case side when '<' then left(word, length(word) / 2) else substr(word, length(word) / 2 + 1) end;
    for i in 1 .. length(half) + 1 loop keys := keys || (side || length(half) || overlay(half placing '' from i for 1)); end loop;
  end loop;
  return keys;
end $$;

-- Partitions by popularity, the upper ones each about ten times the one above: a query walks them from the top and stops when
-- its page is full, so a common word costs no more than a rare one.
-- words holds the words of every title, '=' and each whole title, and '@' tags (@t type, @y year, @g genre, @c country, @l language,
-- @k keyword, @r certificate, @s source, @x adult; steps: @d decade, @p decade of release, @q rating, @v digits of votes, @m half hours); values of tags are in small letters.
create table title_document (
  id          bigint not null,
  popularity  real not null,
  weighted    real,
  rating      real,
  votes       integer,
  year        integer,
  runtime     integer,
  released    text collate "C",
  type        text not null,
  sort_title  text collate "C" not null,
  tags        text[] not null,             -- those of words that facets count: @g @c @l
  words       tsvector not null
) partition by range (popularity);
create table title_document_0 partition of title_document for values from (4.5) to (maxvalue);
create table title_document_1 partition of title_document for values from (3.5) to (4.5);
create table title_document_2 partition of title_document for values from (2) to (3.5);
create table title_document_3 partition of title_document for values from (0.75) to (2);
create table title_document_4 partition of title_document for values from (0.35) to (0.75);
create table title_document_5 partition of title_document for values from (-0.1) to (0.35);
create table title_document_6 partition of title_document for values from (-0.75) to (-0.1);
create table title_document_7 partition of title_document for values from (minvalue) to (-0.75);

create table person_document (
  id          bigint not null,
  popularity  real not null,
  words       tsvector not null
) partition by range (popularity);
create table person_document_0 partition of person_document for values from (4.5) to (maxvalue);
create table person_document_1 partition of person_document for values from (3.5) to (4.5);
create table person_document_2 partition of person_document for values from (2) to (3.5);
create table person_document_3 partition of person_document for values from (0.75) to (2);
create table person_document_4 partition of person_document for values from (0.35) to (0.75);
create table person_document_5 partition of person_document for values from (-0.1) to (0.35);
create table person_document_6 partition of person_document for values from (-0.75) to (-0.1);
create table person_document_7 partition of person_document for values from (minvalue) to (-0.75);

-- Words of well-known titles and people, for what is mistyped; weight is the popularity of the best-known one.
create table search_word (
  word   text collate "C" not null,
  weight real not null,
  keys   text[] not null
);

-- How many titles a genre has, by what decides whether they are shown.
create table genre (tag text primary key, genre text not null);
create table genre_count (
  tag    text not null,
  source text not null,
  adult  boolean not null,
  titles integer not null,
  primary key (tag, source, adult)
);

-- The indexes of a partition: they are made here and again after each full rebuild, once the new partition is filled.
create function index_title_document(part regclass) returns void language plpgsql as $$
begin
  execute format('create index on %s using gin (words) with (fastupdate = off)', part);
  execute format('create index on %s (id)', part);
  execute format('create index on %s (popularity, id)', part);
  execute format('create index on %s (rating, id) where rating is not null', part);
  execute format('create index on %s (votes, id) where votes is not null', part);
  execute format('create index on %s (year, id) where year is not null', part);
  execute format('create index on %s (released, id) where released is not null', part);
  execute format('create index on %s (sort_title, id)', part);
  execute format('create index on %s (type, weighted, id) where weighted is not null', part);
end $$;
create function index_person_document(part regclass) returns void language plpgsql as $$
begin
  execute format('create index on %s using gin (words) with (fastupdate = off)', part);
  execute format('create index on %s (id)', part);
end $$;
create function index_search_word(part regclass) returns void language plpgsql as $$
begin
  execute format('create unique index on %s (word)', part);
  execute format('create index on %s using gin (keys) with (fastupdate = off)', part);
end $$;
select index_title_document(format('title_document_%s', n)::regclass), index_person_document(format('person_document_%s', n)::regclass)
  from generate_series(0, 7) n;
select index_search_word('search_word');
