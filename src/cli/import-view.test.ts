import { describe, expect, it } from 'vitest';
import { createProgress, progressLine, renderReport } from './import-view.ts';

const reading = { phase: 'read', file: 'title.akas', lines: 5, allLines: 600_000, bytes: 25, allBytes: 100 } as const;
const merging = { phase: 'merge', step: 'people', merged: 0.25 } as const;

describe('progressLine', () => {
  it('says how far, how fast and how long', () => {
    expect(progressLine(reading, 2)).toBe(
      '[######..................]  25 %  1/2 reading title.akas  600,000 rows  300,000 rows/s  0:06 left',
    );
    expect(progressLine({ ...reading, allBytes: null }, 2)).toBe(
      '1/2 reading title.akas  600,000 rows  300,000 rows/s',
    );
    expect(progressLine(merging, 75)).toBe('[######..................]  25 %  2/2 merging: people  1:15');
  });
});

describe('createProgress', () => {
  const view = (out: { readonly isTTY: boolean; readonly columns?: number }) => {
    const lines: string[] = [];
    const clock = { time: 0, ticking: true, beat: () => {} };
    const progress = createProgress(
      { ...out, write: (more) => lines.push(more) },
      () => clock.time,
      (work) => {
        clock.beat = work;
        return () => {
          clock.ticking = false;
        };
      },
    );
    return { lines, clock, progress };
  };
  const show = (isTTY: boolean) => {
    const { lines, clock, progress } = view({ isTTY });
    for (; clock.time < 12_000; clock.time += 50) progress.tell(reading);
    progress.tell(merging);
    progress.end();
    expect(clock.ticking).toBe(false);
    return lines.join('');
  };

  it('renews one line in a terminal', () => {
    const text = show(true);
    expect(text.split('\r')).toHaveLength(1 + 120 + 1 + 1);
    expect(text).not.toContain('\n');
    expect(text.endsWith('\r\u001b[K')).toBe(true);
  });

  it('writes a plain line now and then elsewhere', () => {
    const lines = show(false).trimEnd().split('\n');
    expect(lines).toHaveLength(3 + 1);
    for (const code of ['\r', '\u001b']) expect(lines.join()).not.toContain(code);
  });

  it.each([
    [true, 30],
    [false, 6],
  ])('goes on telling the time while a step says nothing (in a terminal: %s)', (isTTY, told) => {
    const { lines, clock, progress } = view({ isTTY });
    progress.tell({ ...merging, step: 'compare', merged: 0 });
    clock.time = 5_000;
    progress.tell(merging);
    lines.length = 0;
    while (clock.time < 35_000) {
      clock.time += 1_000;
      clock.beat();
    }
    expect(lines).toHaveLength(told);
    expect(lines.at(-1)).toMatch(/2\/2 merging: people {2}0:30$/m);
  });

  it('keeps to one line of a narrow terminal, and leaves nothing out where the width is not known', () => {
    const shown = (columns: number): string => {
      const { lines, progress } = view({ isTTY: true, columns });
      progress.tell(reading);
      return lines.join('').replace('\r\u001b[K', '');
    };
    expect(shown(40)).toHaveLength(39);
    expect(shown(0)).toMatch(/600,000 rows$/);
  });
});

describe('renderReport', () => {
  const file = {
    name: 'title.akas',
    read: 1200,
    added: 1000,
    changed: 1,
    unchanged: 190,
    skipped: 2,
    orphans: 7,
    seconds: 1.25,
  } as const;
  const report = {
    files: [file],
    problems: [
      { file: 'title.akas', line: 7, reason: 'is empty' },
      {
        file: 'title.akas',
        line: null,
        reason: 'tt0000001, ordering 2, is there more than once; the first row counts',
      },
    ],
    same: false,
    titles: { added: 1, changed: 2, deleted: 3 },
    people: { added: 4, changed: 5 },
    seconds: 2,
  } as const;

  it('is a table with what became of the records', () => {
    expect(renderReport(report)).toBe(`file        rows read    new  changed  unchanged  skipped  orphans  seconds
title.akas      1,200  1,000        1        190        2        7      1.3

skipped:
title.akas, line 7: is empty
title.akas: tt0000001, ordering 2, is there more than once; the first row counts

titles: 1 new, 2 changed, 3 deleted; people: 4 new, 5 changed (2.0 s)
`);
  });

  it('says what title.crew counts', () => {
    const text = renderReport({ ...report, files: [{ ...file, name: 'title.crew' }] });
    expect(text).toContain('\ntitle.crew: a row names several people;');
  });

  it('says when nothing was to be done', () => {
    expect(renderReport({ ...report, problems: [], same: true })).toMatch(
      /nothing has changed since: nothing was written/,
    );
  });
});
