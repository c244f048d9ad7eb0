import { createTheme, type MantineThemeOverride } from '@mantine/core';
import { colourScale } from './colour-scale.ts';

const sans =
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** The look of the app, around one brand colour `#rrggbb`. Breakpoints: specification.md section 9, in em. */
export function buildTheme(primary: string): MantineThemeOverride {
  return createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 7, dark: 7 },
    colors: {
      brand: colourScale(primary),
      dark: [
        '#e6e9ef',
        '#c3c9d5',
        '#9aa3b5',
        '#737d92',
        '#353c4b',
        '#272d3a',
        '#1b202b',
        '#141821',
        '#0f1219',
        '#0a0c11',
      ],
      gray: [
        '#f7f8fa',
        '#eff1f5',
        '#e4e7ed',
        '#d3d8e0',
        '#b6bdca',
        '#8d96a7',
        '#626c7f',
        '#475063',
        '#2f3747',
        '#171c28',
      ],
    },
    black: '#171c28',
    fontFamily: sans,
    headings: {
      fontFamily: sans,
      fontWeight: '650',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: '1.5rem', lineHeight: '1.25' },
        h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
        h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
      },
    },
    fontSizes: { xs: '0.78rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    breakpoints: { xs: '0em', sm: '36em', md: '48em', lg: '62em', xl: '75em', xxl: '87.5em' },
    radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'sm' } },
      Switch: { defaultProps: { withThumbIndicator: false } },
      Modal: { defaultProps: { centered: true, radius: 'lg' } },
    },
  });
}
