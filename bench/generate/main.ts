/** Writes an invented set of IMDb dataset files: node bench/generate/main.ts --titles 1000000 --out DIR [--gz] [--seed 1] */
import { parseArgs } from 'node:util';
import { generate } from './generate.ts';

const { values } = parseArgs({
  options: {
    titles: { type: 'string', default: '1000000' },
    out: { type: 'string' },
    gz: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
if (values.out === undefined) throw new Error('--out DIR says where the files go');
const began = performance.now();
const rows = await generate({
  titles: Number(values.titles),
  out: values.out,
  gz: values.gz,
  seed: Number(values.seed),
});
const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
console.table(rows);
console.log(`${total} rows in ${((performance.now() - began) / 1000).toFixed(1)} s`);
