import { describe, expect, it } from 'vitest';
import { COMPOSITIONS, lettering, PALETTES, posterCard } from './poster-card.ts';

const ids = Array.from({ length: 400 }, (_, at) => `tt${String(17_136 + at).padStart(7, '0')}`);

describe('a title card', () => {
  it('is the same for the same id, and all palettes and compositions come up', () => {
    expect(posterCard('tt0017136', 'Metropolis')).toEqual(posterCard('tt0017136', 'Metropolis'));
    const cards = ids.map((id) => posterCard(id, 'x'));
    expect(new Set(cards.map(({ palette, composition }) => `${palette.ground} ${composition}`)).size).toBe(
      PALETTES.length * COMPOSITIONS,
    );
  });

  it('sets short titles large and long ones small, in four lines at most', () => {
    expect(lettering('Up')).toEqual({ lines: ['UP'], size: 38 });
    expect(lettering('Man with a Movie Camera').lines.length).toBeLessThanOrEqual(3);
    const long = lettering(
      'Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb and so much more of it',
    );
    expect(long.lines).toHaveLength(4);
    expect(long.lines.at(-1)).toMatch(/…$/);
    expect(lettering('Donaudampfschifffahrtsgesellschaft').lines.join('')).toMatch(/…$/);
  });

  it('has ink that reads on its ground', () => {
    const part = (hex: string, at: number) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    const light = (hex: string) => 0.2126 * part(hex, 1) + 0.7152 * part(hex, 3) + 0.0722 * part(hex, 5);
    for (const { ground, ink } of PALETTES) {
      const [dark = 0, bright = 0] = [light(ground), light(ink)].sort((a, b) => a - b);
      expect((bright + 0.05) / (dark + 0.05), ground).toBeGreaterThanOrEqual(4.5);
    }
  });
});
