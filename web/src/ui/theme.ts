import { colorScale } from '@kindling/design/color';
import { fontStack, monoStack, radius, type } from '@kindling/design/tokens';
import { createTheme, type MantineThemeOverride } from '@mantine/core';

const rem = (px: number) => `${px / 16}rem`;
const corner = (px: number) => `${px}px`;
const heading = ([size, line]: readonly [number, number]) => ({
  fontSize: rem(size),
  lineHeight: String(line / size),
});

/**
 * The theme of the component library in our tokens, around one brand color `#rrggbb`. Its grays and backgrounds are
 * the tokens' custom properties (base.css), so that a color scheme changes in one place. Breakpoints are in em.
 */
export function buildTheme(primary: string): MantineThemeOverride {
  return createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 7, dark: 7 },
    colors: {
      brand: colorScale(primary),
      dark: [
        '#e8ebf1',
        '#c6ccd7',
        '#a0a9ba',
        '#737d92',
        '#3a4252',
        '#2a303d',
        '#1e2430',
        '#161a23',
        '#0e1118',
        '#0a0c11',
      ],
      gray: [
        '#f6f7fa',
        '#f0f2f6',
        '#e3e6ed',
        '#d3d8e0',
        '#b6bdca',
        '#868fa1',
        '#626c7f',
        '#475063',
        '#2f3747',
        '#161b27',
      ],
    },
    black: '#161b27',
    fontFamily: fontStack,
    fontFamilyMonospace: monoStack,
    headings: {
      fontFamily: fontStack,
      fontWeight: '650',
      textWrap: 'balance',
      sizes: { h1: heading(type.h1), h2: heading(type.h2), h3: heading(type.h3) },
    },
    fontSizes: {
      xs: rem(type.xs[0]),
      sm: rem(type.sm[0]),
      md: rem(type.md[0]),
      lg: rem(type.lg[0]),
      xl: rem(type.xl[0]),
    },
    breakpoints: { xs: '0em', sm: '36em', md: '48em', lg: '62em', xl: '75em', xxl: '87.5em' },
    radius: {
      xs: corner(4),
      sm: corner(radius.sm),
      md: corner(radius.md),
      lg: corner(radius.lg),
      xl: corner(radius.xl),
    },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'sm' } },
      // A menu opens with the focus on its first entry, and contains only entries.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Switch: { defaultProps: { withThumbIndicator: false } },
      // The header of a dialog is no landmark of the page.
      Modal: { defaultProps: { centered: true, radius: 'xl', attributes: { header: { role: 'none' } } } },
      Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
    },
  });
}
