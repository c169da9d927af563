// Invented items in the form of Wikidata's.

type Json = Readonly<Record<string, unknown>>;

const snak = (value: unknown): Json => ({ snaktype: 'value', datavalue: { value } });
export const item = (id: string): Json => ({ 'entity-type': 'item', id });
export const time = (said: string, precision = 11): Json => ({ time: `+${said}T00:00:00Z`, precision });
export const quantity = (amount: string, unit = '1'): Json => ({
  amount,
  unit: unit === '1' ? unit : `http://www.wikidata.org/entity/${unit}`,
});
export const words = (text: string): Json => ({ text, language: 'fr' });

export const says = (
  value: unknown,
  qualifiers: Readonly<Record<string, readonly unknown[]>> = {},
  rank = 'normal',
) => ({
  mainsnak: snak(value),
  rank,
  qualifiers: Object.fromEntries(Object.entries(qualifiers).map(([property, values]) => [property, values.map(snak)])),
});
const unknown = { mainsnak: { snaktype: 'somevalue' }, rank: 'normal' };

const thing = (id: string, label: string | null, claims: Readonly<Record<string, readonly unknown[]>> = {}) => ({
  ...{ type: 'item', id, claims, aliases: {} },
  labels: label === null ? {} : { en: { language: 'en', value: label } },
});
const person = (id: string, label: string, imdb: string | null) =>
  thing(id, label, imdb === null ? {} : { P345: [says(imdb)] });

const MILL = thing('Q11', 'Mill', {
  P345: [says('tt0000011')],
  P31: [says(item('Q11424'))],
  P1476: [says(words('Moulin'))],
  P577: [says(time('1931-05-05')), says(time('1931-03-05')), says(time('1931-00-00', 9)), unknown],
  P2047: [says(quantity('+1.5', 'Q25235'))],
  P136: [says(item('Q30')), says(item('Q31'))],
  P495: [says(item('Q40'), {}, 'preferred'), says(item('Q99'))],
  P364: [says(item('Q41'))],
  P161: [
    says(item('Q1'), { P453: [item('Q50')], P4633: ['The Miller'] }),
    says(item('Q3'), {}, 'deprecated'),
    says(item('Q2')),
    says(item('Q9')),
  ],
  P725: [says(item('Q3'))],
  P57: [says(item('Q2'))],
  P1431: [says(item('Q1'))],
  P166: [says(item('Q60'), { P585: [time('1932-00-00', 9)], P1346: [item('Q2')] })],
  P1411: [says(item('Q60'))],
  P2130: [says(quantity('+1000', 'Q70')), says(quantity('+5', 'Q99')), says(quantity('+7'))],
  P915: [says(item('Q80'))],
  P4947: [says('11')],
});

const ADA = {
  ...thing('Q1', 'Ada Roth', {
    P345: [says('nm0000001')],
    P1477: [says(words('Adèle Roth'))],
    P1449: [says(words('The Mill'))],
    P742: [says('A. R.')],
    P569: [says(time('1901-02-00', 10))],
    P570: [says(time('1987-02-30')), says(time('1987-00-00', 9))],
    P19: [says(item('Q80'))],
    P20: [unknown],
    P21: [says(item('Q6581072'))],
    P106: [says(item('Q90')), says(item('Q91')), says(item('Q92'))],
    P2048: [says(quantity('+1.68', 'Q11573'))],
    P26: [
      says(item('Q2'), { P580: [time('1925-00-00', 9)], P582: [time('1930-04-01')], P1534: [item('Q93')] }),
      says(item('Q98'), {}),
    ],
    P18: [says('Ada Roth 1930.jpg')],
    P4985: [says('1')],
  }),
  aliases: { en: [{ value: 'Ada R.' }, { value: 'Ada Roth' }] },
};

const ALL = [
  ...[MILL, ADA, person('Q2', 'Ben Oak', 'nm0000002'), person('Q3', 'Cy Lund', 'nm0000003')],
  ...[person('Q9', 'Nobody Known', null), thing('Q30', 'science fiction film'), thing('Q31', 'heist film')],
  ...[thing('Q40', 'France', { P297: [says('FR')] }), thing('Q41', 'French', { P218: [says('fr')] })],
  ...[thing('Q50', 'Ann'), thing('Q60', 'Golden Wheel'), thing('Q70', 'franc', { P498: [says('FRF')] })],
  ...[thing('Q80', 'Lyon', { P17: [says(item('Q40'))] }), thing('Q90', 'film actor'), thing('Q91', 'film director')],
  ...[thing('Q92', 'gardener'), thing('Q93', 'divorce'), thing('Q98', null), thing('Q99', 'Nowhere')],
];

const FOUND: Readonly<Record<string, string>> = { tt0000011: 'Q11', nm0000001: 'Q1' };

/** What the API answers to a path with its query. */
export const wikidataAnswer = (url: string): unknown => {
  const query = new URL(url, 'http://127.0.0.1').searchParams;
  if (query.get('action') === 'query') {
    const found = FOUND[/^haswbstatement:P345=(\w+)$/.exec(query.get('srsearch') ?? '')?.[1] ?? ''];
    return { query: { search: found === undefined ? [] : [{ ns: 0, title: found }] } };
  }
  const ids = (query.get('ids') ?? '').split('|');
  const named = ids.map((id) => [id, ALL.find((one) => one.id === id) ?? { id, missing: '' }] as const);
  return ids.length > 50 ? { error: { code: 'toomanyvalues' } } : { entities: Object.fromEntries(named), success: 1 };
};
