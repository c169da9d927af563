/**
 * A set of flat colours. `ground` fills the sheet, `ink` is legible on it; `a` leads, `b` is the accent,
 * `c` stays near the ground for what stands back or in shadow.
 */
export type Palette = { name: string; ground: string; ink: string; a: string; b: string; c: string };

const palette = (name: string, colours: string): Palette => {
  const [ground = '', ink = '', a = '', b = '', c = ''] = colours.split(' ').map((hex) => `#${hex}`);
  return { name, ground, ink, a, b, c };
};

export const PALETTES: readonly Palette[] = [
  palette('citrus', 'F4E8CE 1B1B1E E4512B F2B134 17688A'),
  palette('sorbet', 'F9DCC8 2B1A2F E0476B F69A45 2A5C8C'),
  palette('mint', 'CBE2D2 10302C 1F6A5D F0653F FBF2DC'),
  palette('butter', 'F6C63F 1D1A16 D7352B FFF6DF 1F4E79'),
  palette('sky', 'A5D2E4 10253A F6F1E2 E4512B 1E4A72'),
  palette('blush', 'F3BDB4 3A0F1E C0223E FBEBDD 6B1D45'),
  palette('bone', 'E9E3D5 161615 C8321F 161615 A39B87'),
  palette('lilac', 'D2C4EA 221440 5A2EA6 F5B82E FBF6FF'),
  palette('vermilion', 'C62B16 FFF3DE 1A1210 F7C042 8A1A0C'),
  palette('cobalt', '1D3CB4 FFFFFF FFCF3F FF6B57 8FB4FF'),
  palette('jade', '0D5E4D FBF3DC F3C14B F2734A 083A32'),
  palette('plum', '46184B FCE9D9 F0586A F8B64C 7D4391'),
  palette('ochre', 'D98E2B 1C130A 7A2E12 F8E6B8 3A2014'),
  palette('midnight', '0F1E2E F2EEDF 5BC0EE F2A541 27496B'),
  palette('noir', '151515 F3EFE4 E8DFC8 D0382C 4A4843'),
  palette('blood', '1A0B0E F6E7DA C8161D EBD9C3 5C0E17'),
  palette('pine', '10241C EFEBD8 7FB685 E6C13F 2F5D45'),
  palette('ultraviolet', '1C1236 F3ECFF B995FF FF6F91 45318A'),
  palette('rust', '2A1713 F7E6D0 E4572E F0A94B 6B2F22'),
  palette('steel', '22303A EDF1F0 A3B8C1 E9B44C 45606E'),
  palette('olive', '3C4229 F3ECD2 BDA968 D4472F 23281A'),
  palette('dusk', '2C2350 FBEBD6 F2785C F7C65B 5B3F7D'),
  palette('lagoon', '0B4F6C F6F0DC F2B441 EF5B45 5FB3BF'),
];

export const PAPER = '#F5EEDD';
export const BLACK = '#161615';

/** Relative luminance of `#RRGGBB`, 0 to 1 (WCAG 2). */
function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** The first of the palette's text colours that reads on `ground` (at least 4.5 : 1); black or white when none does. */
export function inkOn(ground: string, colours: Palette): string {
  const candidates = [colours.ink, colours.ground, PAPER, BLACK];
  const legible = candidates.find((candidate) => contrast(candidate, ground) >= 4.5);
  return legible ?? (contrast('#000000', ground) > contrast('#FFFFFF', ground) ? '#000000' : '#FFFFFF');
}

/** A colour between two, `share` of the way from the first to the second. */
export function mix(one: string, other: string, share: number): string {
  const channel = (at: number): string => {
    const [from, to] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round((from ?? 0) + ((to ?? 0) - (from ?? 0)) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** The candidate that stands out most from `ground`. */
export function boldestOn(ground: string, candidates: readonly string[]): string {
  return candidates.reduce((best, next) => (contrast(next, ground) > contrast(best, ground) ? next : best));
}
