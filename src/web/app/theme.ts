import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import type { MouseEvent } from 'react';

/** The five colours that carry a meaning; each has a text colour, a soft ground and, where buttons use it, a solid one. */
const COLOURS = ['primary', 'success', 'warning', 'danger', 'info'] as const;
type Colour = (typeof COLOURS)[number];

const solid = (name: Colour) =>
  name === 'primary' || name === 'danger' ? `var(--kx-${name}-solid)` : `var(--kx-${name})`;

/** Mantine wants ten shades; ours are three steps, and the scheme decides what each of them is. */
const shades = (name: Colour): MantineColorsTuple => {
  const [soft, text, full] = [`var(--kx-soft-${name})`, `var(--kx-${name})`, solid(name)];
  return [soft, soft, soft, text, text, text, full, full, full, full];
};

const colours = Object.fromEntries(COLOURS.map((name) => [name, shades(name)])) as Record<Colour, MantineColorsTuple>;

/** The head of a dialog is a <header>, which would be another head of the page. */
const NO_BANNER = { header: { role: 'presentation' } };

/** An entry is gone once it is chosen: a dialog that it opens gives the focus back to the button of the menu. */
const leaveEntry = ({ target, currentTarget: menu }: MouseEvent<HTMLElement>): void => {
  if (target instanceof Element && target.closest('[role=menuitem]') !== null)
    document.getElementById(menu.getAttribute('aria-labelledby') ?? '')?.focus();
};

export const theme = createTheme({
  colors: colours,
  primaryColor: 'primary',
  primaryShade: 6,
  black: '#161615',
  fontFamily: 'var(--kx-sans)',
  fontFamilyMonospace: 'var(--kx-mono)',
  headings: { fontFamily: 'var(--kx-display)', fontWeight: '400', textWrap: 'balance' },
  fontSizes: { xs: '13px', sm: '14px', md: '16px', lg: '19px', xl: '24px' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.55', lg: '1.5', xl: '1.2' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px', xl: '10px' },
  defaultRadius: 'sm',
  shadows: Object.fromEntries(['xs', 'sm', 'md', 'lg', 'xl'].map((size) => [size, 'var(--kx-shadow)'])),
  breakpoints: { xs: '22.5em', sm: '45em', md: '60em', lg: '75em', xl: '100em' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A menu stands in the landmark that opens it, and begins at its first entry.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    MenuDropdown: { defaultProps: { onClickCapture: leaveEntry } },
    Drawer: { defaultProps: { attributes: NO_BANNER } },
    Modal: {
      defaultProps: {
        attributes: NO_BANNER,
        centered: true,
        radius: 'lg',
        shadow: 'md',
        transitionProps: { duration: 180 },
      },
    },
    Tooltip: { defaultProps: { withArrow: false, openDelay: 300, events: { hover: true, focus: true, touch: true } } },
  },
});

const perColour = (name: Colour): Record<string, string> => ({
  [`--mantine-color-${name}-text`]: `var(--kx-${name})`,
  [`--mantine-color-${name}-filled`]: solid(name),
  [`--mantine-color-${name}-filled-hover`]: `color-mix(in srgb, ${solid(name)} 86%, black)`,
  [`--mantine-color-${name}-light`]: `var(--kx-soft-${name})`,
  [`--mantine-color-${name}-light-hover`]: `color-mix(in srgb, var(--kx-soft-${name}) 90%, var(--kx-${name}))`,
  [`--mantine-color-${name}-light-color`]: `var(--kx-${name})`,
  [`--mantine-color-${name}-outline`]: `var(--kx-${name})`,
  [`--mantine-color-${name}-outline-hover`]: `var(--kx-soft-${name})`,
});

const everywhere: Record<string, string> = {
  '--mantine-color-body': 'var(--kx-bg)',
  '--mantine-color-text': 'var(--kx-text)',
  '--mantine-color-bright': 'var(--kx-text)',
  '--mantine-color-dimmed': 'var(--kx-text2)',
  '--mantine-color-placeholder': 'var(--kx-text3)',
  '--mantine-color-anchor': 'var(--kx-primary)',
  '--mantine-color-error': 'var(--kx-danger)',
  '--mantine-color-success': 'var(--kx-success)',
  '--mantine-color-default': 'transparent',
  '--mantine-color-default-hover': 'var(--kx-sunken)',
  '--mantine-color-default-color': 'var(--kx-text)',
  '--mantine-color-default-border': 'var(--kx-line2)',
  '--mantine-color-disabled': 'var(--kx-sunken)',
  '--mantine-color-disabled-color': 'var(--kx-text3)',
  '--mantine-color-disabled-border': 'var(--kx-line)',
  ...Object.assign({}, ...COLOURS.map(perColour)),
};

/** `var()` is resolved where a name is given a value: a piece of the page with a scheme of its own gives them anew. */
const inIslands: Record<string, string> = {
  ...everywhere,
  ...Object.fromEntries(
    COLOURS.flatMap((name) => shades(name).map((value, at) => [`--mantine-color-${name}-${at}`, value])),
  ),
  ...Object.fromEntries(
    ['filled', 'filled-hover', 'light', 'light-hover', 'light-color'].map((part) => [
      `--mantine-primary-color-${part}`,
      `var(--mantine-color-primary-${part})`,
    ]),
  ),
};

/** The style sheet by which the components of Mantine follow an island of other colours. */
export const islandStyles = `[data-island="dark"],[data-island="light"]{${Object.entries(inIslands)
  .map(([name, value]) => `${name}:${value}`)
  .join(';')}}`;

/** The tokens know light and dark themselves, so both schemes get the same references. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-primary-color-contrast': '#fff' },
  light: everywhere,
  dark: everywhere,
});
