import { describe, expect, test } from 'vitest';
import { capitals, fit, measure, outline, outlineSetting, settable } from './lettering.ts';

const box = { width: 872, height: 440, maxCap: 280, minCap: 60 };

describe('what the face can set', () => {
  test('Latin letters with accents stay, decompositions are composed', () => {
    expect(settable('Amélie – Łódź “Ősz”')).toBe('Amélie – Łódź “Ősz”');
    expect(settable('Ame\u0301lie')).toBe('Amélie');
    expect(capitals('straße ﬁlm')).toBe('STRASSE FILM');
  });

  test('a letter with a rare accent keeps its base letter', () => {
    expect(settable('Việt Nam')).toBe('Viet Nam');
  });

  test.each(['羅生門', 'שלום עולם', 'Сталкер', '🎬🎬🎬', '', '   ', '\u0000\u0007'])('%j gives nothing', (text) => {
    expect(settable(text)).toBe('');
  });

  test('an emoji beside a title is left out', () => {
    expect(settable('Up 🎈')).toBe('Up');
  });
});

describe('fitting', () => {
  test('short titles reach the largest size, long ones break into balanced lines', () => {
    expect(fit('M', box)?.cap).toBeCloseTo(280);
    const lines = fit('THE LORD OF THE RINGS: THE FELLOWSHIP OF THE RING', box)?.lines ?? [];
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toBe('THE LORD OF THE RINGS: THE FELLOWSHIP OF THE RING');
  });

  test('every setting stays in its box', () => {
    const texts = ['A', 'JAWS', 'ÉÀÜ Ő', 'X'.repeat(300), 'WORD '.repeat(80).trim(), 'SUNRISE: A SONG OF TWO HUMANS'];
    for (const text of texts) {
      const setting = fit(text, box);
      if (!setting) throw new Error(`Nothing was set for ${text}.`);
      expect(setting.height).toBeLessThanOrEqual(box.height + 0.01);
      for (const line of setting.lines) expect(measure(line, setting.size)).toBeLessThanOrEqual(box.width + 0.01);
    }
  });

  test('what would be too small is cut and says so', () => {
    const setting = fit('WORD '.repeat(80).trim(), box);
    expect(setting?.cap).toBeGreaterThanOrEqual(60);
    expect(setting?.lines.at(-1)).toMatch(/…$/);
  });

  test('nothing to set is null', () => expect(fit('', box)).toBeNull());
});

describe('outlines', () => {
  test('are path data of finite numbers', () => {
    const setting = fit('SINGIN’ IN THE RAIN & 8½', box);
    if (!setting) throw new Error('Nothing was set.');
    const data = outlineSetting(setting, 64, 900);
    expect(data).toMatch(/^M [-\d. a-zM]+z$/);
    expect(data).not.toContain('NaN');
  });

  test('a space draws nothing but takes room', () => {
    expect(outline(' ', 0, 0, 100)).toBe('');
    expect(measure('A A', 100)).toBeGreaterThan(measure('AA', 100));
  });

  test('kerning brings A and V together', () => {
    expect(measure('AV', 100)).toBeLessThan(measure('A', 100) + measure('V', 100));
  });
});
