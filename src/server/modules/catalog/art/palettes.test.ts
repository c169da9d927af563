import { expect, test } from 'vitest';
import { contrast, inkOn, PALETTES } from './palettes.ts';

test('contrast follows WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 1);
});

test('every colour of every palette can carry a title', () => {
  for (const colours of PALETTES) {
    for (const ground of [colours.ground, colours.ink, colours.a, colours.b, colours.c]) {
      expect(contrast(inkOn(ground, colours), ground), `${colours.name} ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('names are unique and colours whole', () => {
  expect(new Set(PALETTES.map((one) => one.name)).size).toBe(PALETTES.length);
  for (const { name, ...colours } of PALETTES) {
    for (const value of Object.values(colours)) expect(value, name).toMatch(/^#[0-9A-F]{6}$/);
  }
});
