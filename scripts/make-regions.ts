/**
 * Writes the rows of migrations/0003-regions.sql: names of countries and languages by code, from the runtime's own
 * locale data, and those that IMDb's files use beside ISO's. Run once: names that are in a migration don't change.
 */
const own = {
  country: {
    XWW: 'World-wide',
    XEU: 'Europe',
    XAS: 'Asia',
    XNA: 'North America',
    XSA: 'South America',
    XAU: 'Australasia',
    XKO: 'Korea',
    XKV: 'Kosovo',
    XPI: 'Palestine',
    XSI: 'Siam',
    XWG: 'West Germany',
    XYU: 'Yugoslavia',
    DDDE: 'East Germany',
    SUHH: 'Soviet Union',
    CSHH: 'Czechoslovakia',
    CSXX: 'Serbia and Montenegro',
    YUCS: 'Federal Republic of Yugoslavia',
    VDVN: 'North Vietnam',
    ZRCD: 'Zaire',
    BUMM: 'Burma',
    TPTL: 'East Timor',
  },
  language: {
    qbn: 'Flemish',
    qbo: 'Serbo-Croatian',
    qbp: 'Castilian',
    qal: 'Aragonese',
    qac: 'Aboriginal',
    zxx: 'None',
    und: 'Unknown',
    mul: 'Several',
  },
} as const;
const threeLetters =
  'cmn yue nan hak wuu fil haw rom tmh ast arc ang grc gsw sco nds pap hmn nah non egy cop cre crj chr chy dak iro jam kab lad lzz mag mai mni myv mdf nav sah sat scn sgn shn srn syl syr tpi tcy udm vls wol xal zza ase bfi bho bsc ckb dje dyu fon fuf gaa haz hin hne kca khk kho kok kpe lus mas men mic mnc mos mus nqo oji oro ota pcm prs qbn raj rap sma smi sms swb ude'.split(
    ' ',
  );
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((a) => letters.map((b) => a + b));
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

const named = (type: 'region' | 'language', codes: readonly string[]): [string, string][] => {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return codes.flatMap((code) => {
    const name = names.of(code);
    return name && name !== 'Unknown Region' ? [[code, name] as [string, string]] : [];
  });
};
const table = (name: 'country' | 'language', rows: [string, string][]) => {
  const all = new Map([...rows, ...Object.entries(own[name])]);
  const lines = [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, text]) => `  (${quote(code)}, ${quote(text)})`);
  return `create table ${name} (code text primary key, name text not null);\ninsert into ${name} (code, name) values\n${lines.join(',\n')};\n`;
};
process.stdout.write(
  `-- Names of countries and languages by code (made by scripts/make-regions.ts).\n\n${table(
    'country',
    named(
      'region',
      pairs.map((pair) => pair.toUpperCase()),
    ),
  )}\n${table('language', named('language', [...pairs, ...threeLetters]))}`,
);
