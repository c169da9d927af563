import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ToldTitle } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import { testDatabase } from '#test/support/database.ts';
import { randomRuns } from '#test/support/runs.ts';
import { applyRecords } from '../apply.service.ts';
import { fetchingOn, sourceTelling } from '../fetch/fetch.fixture.ts';
import { takesField, takesPart } from '../merge.rules.ts';
import type { EditRow } from './edit.store.ts';
import { ADA, editorOn, HARBOUR, reasonOf } from './editor.fixture.ts';

const db = await testDatabase();
const { editor, begin, shown } = editorOn(db);
const { fetchingFrom } = fetchingOn(db);

/** What is edited here: two fields and a part. */
const VALUES = {
  plot: [null, 'One.', 'Two.', 'Three.'],
  genres: [[], ['Drama'], ['Crime', 'Drama']],
  trivias: [[], [{ trivia: 'It was built of ice.' }], [{ trivia: 'It never was.' }, { trivia: 'Nor is it.' }]],
} as const;
type Part = keyof typeof VALUES;
const PARTS = Object.keys(VALUES) as Part[];

const part = fc.constantFrom(...PARTS);
const choice = fc.nat(3);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('edit' as const), part, choice }) },
  // Somebody opens the part, and saves it some steps later.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const), part }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('late' as const), part, choice }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unlock' as const), part }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('source' as const),
      source: fc.constantFrom<SourceName>('imdb-datasets', 'tmdb', 'omdb', 'sample'),
      part,
      choice,
    }),
  },
  // What one source tells of several parts at once, noted and undone as a whole.
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fetch' as const),
      source: fc.constantFrom('tmdb' as const, 'omdb' as const, 'sample' as const),
      told: fc.dictionary(part, choice, { maxKeys: 3 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat(5) }) },
);

interface Holder {
  readonly source: SourceName;
  readonly locked: boolean;
}
type Values = Partial<Record<Part, unknown>>;
/** An edit or a fetch as the history has it. */
interface Noted {
  readonly action: 'edit' | 'fetch';
  readonly before: Values;
  readonly after: Values;
  readonly holders: ReadonlyMap<Part, Holder>;
  undone: boolean;
}
const partsOf = (values: Values): Part[] => PARTS.filter((name) => name in values);

const choiceOf = (name: Part, at: number): unknown => VALUES[name][at % VALUES[name].length];
const isEmpty = (value: unknown): boolean => value === null || (value as { length: number }).length === 0;
const toldBy = (name: Part, value: unknown): ToldTitle =>
  (name === 'trivias'
    ? { id: HARBOUR.key, lists: { trivias: value } }
    : { id: HARBOUR.key, [name]: value }) as ToldTitle;

/** A record of IMDb's as whoever reads these lines would keep it. */
const plainModel = () => {
  const owner: Holder = { source: 'imdb-datasets', locked: false };
  const held = new Map<Part, { value: unknown; holder: Holder }>();
  const history: Noted[] = [];
  const of = (name: Part) => held.get(name) ?? { value: null, holder: owner };
  /** Nobody is named for what is empty and free, once the record is written. */
  const written = (): void => {
    for (const [name, { value, holder }] of held)
      if (isEmpty(value) && !holder.locked) held.set(name, { value, holder: owner });
  };
  const put = (name: Part, value: unknown, holder: Holder): void => {
    held.set(name, { value, holder });
    written();
  };
  const change = (name: Part, value: unknown): void => {
    const { value: before, holder } = of(name);
    if (isDeepStrictEqual(before, value)) return;
    const holders = new Map([[name, holder]]);
    history.push({ action: 'edit', before: { [name]: before }, after: { [name]: value }, holders, undone: false });
    put(name, value, { source: 'editor', locked: true });
  };
  const hear = (source: SourceName, name: Part, value: unknown): void => {
    const { value: before, holder } = of(name);
    const takes =
      name === 'trivias'
        ? takesPart(source, holder, !isEmpty(before), !isEmpty(value))
        : takesField(source, holder, { held: before, told: value });
    if (takes) put(name, value, { source, locked: false });
    else written();
  };
  return {
    of,
    history,
    seed: (name: Part, value: unknown, holder: Holder) => held.set(name, { value, holder }),
    change,
    unlock: (name: Part) => held.set(name, { value: of(name).value, holder: { ...of(name).holder, locked: false } }),
    hear,
    fetch: (source: SourceName, told: Values): void => {
      const was = new Map(PARTS.map((name) => [name, of(name)]));
      for (const name of partsOf(told)) hear(source, name, told[name]);
      written();
      const changed = PARTS.filter((name) => !isDeepStrictEqual(was.get(name)?.value, of(name).value));
      if (changed.length === 0) return;
      const before = Object.fromEntries(changed.map((name) => [name, was.get(name)?.value]));
      const after = Object.fromEntries(changed.map((name) => [name, of(name).value]));
      const holders = new Map(changed.map((name) => [name, was.get(name)?.holder ?? owner]));
      history.push({ action: 'fetch', before, after, holders, undone: false });
    },
    /** Why it is refused, or that it is not. */
    undo: (edit: Noted): unknown => {
      const { action, before, after, holders } = edit;
      if (edit.undone) return ['undone'];
      const parts = partsOf(after);
      const changed = parts.filter((name) => !isDeepStrictEqual(of(name).value, after[name]));
      if (changed.length > 0) return ['changed_meanwhile', ...changed.sort()];
      edit.undone = true;
      const until = new Map(parts.map((name) => [name, of(name).holder]));
      history.push({ action, before: after, after: before, holders: until, undone: false });
      for (const name of parts) {
        put(name, before[name], { source: 'editor', locked: true });
        held.set(name, { value: before[name], holder: holders.get(name) ?? owner });
      }
      return 'saved';
    },
  };
};

/** The history as the model has it. */
const notedOf = ({ action, part: name, before, after }: Pick<EditRow, 'action' | 'part' | 'before' | 'after'>) =>
  name === null ? { action, before, after } : { action, before: { [name]: before }, after: { [name]: after } };
const isStep = ({ action }: EditRow): boolean => action === 'edit' || action === 'fetch';
const sorted = (answer: unknown): unknown => (Array.isArray(answer) ? [answer[0], ...answer.slice(1).sort()] : answer);

it('whatever editors and sources do, each part is what the last who might has said, and its history tells how it came', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      await begin();
      await db.query('truncate edit');
      const model = plainModel();
      for (const name of PARTS) {
        const { value, source, locked } = await shown(name);
        model.seed(name, value, { source: source as SourceName, locked });
      }
      const opened = new Map<Part, { value: unknown; version: string }>();
      const save = (name: Part, value: unknown, version: string) =>
        reasonOf(editor.save(HARBOUR, { changes: [{ part: name, value, version }], unlock: [], accountId: ADA }));
      for (const one of steps) {
        if (one.do === 'edit') {
          const value = choiceOf(one.part, one.choice);
          expect(await save(one.part, value, (await shown(one.part)).version)).toBe('saved');
          model.change(one.part, value);
        }
        if (one.do === 'open') opened.set(one.part, await shown(one.part));
        const mine = one.do === 'late' ? opened.get(one.part) : undefined;
        if (one.do === 'late' && mine) {
          const value = choiceOf(one.part, one.choice);
          const same = isDeepStrictEqual(mine.value, model.of(one.part).value);
          expect(await save(one.part, value, mine.version)).toEqual(same ? 'saved' : ['changed_meanwhile', one.part]);
          if (same) model.change(one.part, value);
        }
        if (one.do === 'unlock') {
          await editor.save(HARBOUR, { changes: [], unlock: [one.part], accountId: ADA });
          model.unlock(one.part);
        }
        if (one.do === 'source') {
          const value = choiceOf(one.part, one.choice);
          const told = { titles: [toldBy(one.part, value)], people: [] };
          await db.transaction((tx) => applyRecords(tx, told, one.source));
          model.hear(one.source, one.part, value);
        }
        if (one.do === 'fetch') {
          const told = Object.fromEntries(
            Object.entries(one.told).map(([name, at]) => [name, choiceOf(name as Part, at)]),
          );
          const titles = partsOf(told).map((name) => toldBy(name, told[name]));
          const record = Object.assign({ id: HARBOUR.key }, ...titles);
          const { source } = sourceTelling({ name: one.source, tell: async () => record });
          await fetchingFrom([source]).store(HARBOUR, { accountId: ADA });
          model.fetch(one.source, told);
        }
        if (one.do === 'undo') {
          const { rows } = await editor.history(HARBOUR, { offset: 0, limit: 100 });
          const edit = rows.filter(isStep)[one.back];
          const noted = model.history.toReversed()[one.back];
          if (edit && noted) expect(sorted(await reasonOf(editor.undo(edit.id, ADA)))).toEqual(model.undo(noted));
        }
        for (const name of PARTS) {
          const { value, holder } = model.of(name);
          expect(await shown(name)).toMatchObject({ value, ...holder });
        }
      }
      const { rows } = await editor.history(HARBOUR, { offset: 0, limit: 100 });
      const inModel = model.history.toReversed().map(({ action, before, after }) => ({ action, before, after }));
      expect(rows.filter(isStep).map(notedOf)).toEqual(inModel);
    }),
    { numRuns: randomRuns(80) },
  ));
