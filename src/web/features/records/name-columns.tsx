import type { Static } from 'typebox';
import type { Marriage, Name } from '#contracts/people.ts';
import type { Column } from '#web/ui/table-types.ts';
import { records as words } from '#web/words/records.ts';
import { IdText, RecordLink } from './RecordLink.tsx';
import { text } from './text-column.tsx';
import { PHOTOS, QUOTES, TRIVIAS, texts, titled } from './title-columns.tsx';

const heads = words.columns;
type Lists = Required<Name>;
type Item<K extends 'alternative' | 'biographies' | 'nicknames' | 'salaries' | 'tradeMarks'> = Lists[K][number];

const ALTERNATIVE: readonly Column<Item<'alternative'>>[] = [
  text({ key: 'name', head: heads.alternateName, least: 220, grows: true, text: ({ alternateName }) => alternateName }),
];
const BIOGRAPHIES = texts<Item<'biographies'>>(heads.biography, ({ biography }) => biography);
const NICKNAMES: readonly Column<Item<'nicknames'>>[] = [
  text({ key: 'nickname', head: heads.nickname, least: 220, grows: true, text: ({ nickname }) => nickname }),
];
const SALARIES: readonly Column<Item<'salaries'>>[] = [
  ...titled<Item<'salaries'>>(),
  text({ key: 'year', head: heads.year, least: 80, text: ({ year }) => year }),
  text({ key: 'salary', head: heads.salary, least: 150, text: ({ salary }) => salary }),
];
const MARRIAGES: readonly Column<Static<typeof Marriage>>[] = [
  {
    key: 'name',
    head: heads.name,
    least: 200,
    grows: true,
    cell: ({ imdbId, name }) => <RecordLink id={imdbId}>{name}</RecordLink>,
  },
  {
    key: 'id',
    head: heads.imdbId,
    least: 150,
    nowrap: true,
    priority: 1,
    cell: ({ imdbId }) => <IdText id={imdbId} />,
  },
  text({ key: 'status', head: heads.status, least: 120, text: ({ status }) => status }),
  text({ key: 'from', head: heads.from, least: 110, text: ({ dateFrom }) => dateFrom }),
  text({ key: 'to', head: heads.to, least: 110, text: ({ dateTo }) => dateTo }),
  text({ key: 'children', head: heads.children, least: 100, text: ({ childrens }) => childrens }),
];
const TRADE_MARKS: readonly Column<Item<'tradeMarks'>>[] = [
  text({ key: 'tradeMark', head: heads.tradeMark, least: 260, grows: true, text: ({ tradeMark }) => tradeMark }),
];

/** The lists of a person that are plain tables. */
export const NAME_COLUMNS = {
  alternative: ALTERNATIVE,
  biographies: BIOGRAPHIES,
  nicknames: NICKNAMES,
  salaries: SALARIES,
  marriages: MARRIAGES,
  tradeMarks: TRADE_MARKS,
  quotes: QUOTES,
  trivias: TRIVIAS,
  photos: PHOTOS,
} as const;
