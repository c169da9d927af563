import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariablesResolver, islandStyles, theme } from './theme.ts';

// The zone of the page has no types of Node.js, and Vitest empties style sheets that are imported.
const files: string = 'node:fs';
const { readFileSync } = (await import(files)) as { readFileSync: (file: URL, encoding: 'utf8') => string };
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const block = (start: string) => {
  const from = css.indexOf(start);
  const body = css.slice(css.indexOf('{', from) + 1, css.indexOf('}', from));
  return Object.fromEntries(
    [...body.matchAll(/--kx-([\w-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1] ?? '', m[2] ?? '']),
  );
};
const schemes = { light: block(':root,'), dark: block('[data-mantine') };

const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(x, y) / Math.min(x, y);
};

describe.each(Object.entries(schemes))('the %s colours', (_, colour) => {
  const of = (name: string) => colour[name] ?? expect.fail(`no token ${name}`);
  const grounds = ['bg', 'surface', 'sunken'];
  const tones = ['primary', 'success', 'warning', 'danger', 'info'];

  it.each(['text', 'text2', 'text3', ...tones])('%s is readable on every ground', (name) => {
    for (const ground of grounds) expect(contrast(of(name), of(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(tones)('%s and text are readable on its own soft ground', (name) => {
    expect(contrast(of(name), of(`soft-${name}`))).toBeGreaterThanOrEqual(5);
    expect(contrast(of('text'), of(`soft-${name}`))).toBeGreaterThanOrEqual(12);
  });

  it.each(['primary-solid', 'danger-solid'])('white is readable on %s', (name) => {
    expect(contrast('#ffffff', of(name))).toBeGreaterThanOrEqual(4.5);
  });

  it('a control has a visible border', () => {
    for (const ground of ['bg', 'surface']) expect(contrast(of('line2'), of(ground))).toBeGreaterThanOrEqual(3);
  });
});

describe('the theme', () => {
  it('has the same tokens in both schemes', () => {
    expect(Object.keys(schemes.dark).sort()).toEqual(Object.keys(schemes.light).sort());
    expect(Object.keys(schemes.light)).toHaveLength(20);
  });

  it('gives pieces of the page with a scheme of their own every name anew', () => {
    const { light } = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
    for (const [name, value] of Object.entries(light)) expect(islandStyles).toContain(`${name}:${value}`);
    expect(islandStyles).toMatch(
      /^\[data-island="dark"],\[data-island="light"]\{.*--mantine-primary-color-filled:.*\}$/,
    );
  });

  it('refers only to tokens that exist', () => {
    const merged = mergeMantineTheme(DEFAULT_THEME, theme);
    const { light } = cssVariablesResolver(merged);
    const used = JSON.stringify([light, theme.colors]).matchAll(/var\(--kx-([\w-]+)\)/g);
    for (const [, name = ''] of used) expect(schemes.light).toHaveProperty(name);
  });
});
