/**
 * The design of a QR code: its values, the default of every field, and named looks. It loads no library, so that the
 * small script of the public generator can use it; `code-design.ts` has the schema.
 */

/** Share of a print that may be unreadable: 7, 15, 25 and 30 % (ISO/IEC 18004). */
export const errorLevels = ['L', 'M', 'Q', 'H'] as const;
export type ErrorLevel = (typeof errorLevels)[number];

export const moduleShapes = ['square', 'rounded', 'dots', 'tiles', 'bars', 'stripes'] as const;
export type ModuleShape = (typeof moduleShapes)[number];

/** Shapes of the ring and of the center of the three finder patterns. */
export const cornerShapes = ['square', 'rounded', 'circle', 'leaf'] as const;
export type CornerShape = (typeof cornerShapes)[number];

export const gradientKinds = ['linear', 'radial'] as const;
export interface CodeGradient {
  kind: (typeof gradientKinds)[number];
  /** The color at the end; the code's color is at the start. */
  color: string;
  /** Degrees clockwise from left to right; a radial gradient ignores it. */
  angle: number;
}

/** `mark` is the logo of the product. */
export type CodeLogo =
  | { kind: 'none' }
  | { kind: 'mark' }
  | { kind: 'picture'; type: 'image/png' | 'image/jpeg'; data: string };

export const frameKinds = [
  'none',
  'caption',
  'outline',
  'brackets',
  'band',
  'card',
  'bubble',
  'ticket',
] as const;
export type FrameKind = (typeof frameKinds)[number];
export interface CodeFrame {
  kind: FrameKind;
  position: 'above' | 'below';
  /** The call to action; empty uses the default one in the language of the code. */
  text: string;
  color: string;
  /** Null uses white or black, whichever is easier to read. */
  textColor: string | null;
}

/** Colors are `#rrggbb`. */
export interface CodeDesign {
  version: 1;
  modules: ModuleShape;
  cornerOuter: CornerShape;
  cornerInner: CornerShape;
  color: string;
  /** Null uses the code's color and gradient. */
  cornerColor: string | null;
  gradient: CodeGradient | null;
  /** Null is transparent; it is checked as if it were printed on white. */
  background: string | null;
  logo: CodeLogo;
  /** Width of the logo as a share of the code without its quiet zone. */
  logoSize: number;
  /** Leaves out the modules behind the logo. */
  logoClear: boolean;
  /** Empty modules on each side; ISO/IEC 18004 requires four. */
  quietZone: number;
  errorLevel: ErrorLevel;
  frame: CodeFrame;
}

export const quietZones = { least: 2, usual: 4, most: 10 } as const;
export const logoSizes = { least: 0.1, usual: 0.2, most: 0.3 } as const;
/** Characters, as a person counts them. */
export const maxFrameText = 40;

export const plainDesign: CodeDesign = {
  version: 1,
  modules: 'square',
  cornerOuter: 'square',
  cornerInner: 'square',
  color: '#000000',
  cornerColor: null,
  gradient: null,
  background: '#ffffff',
  logo: { kind: 'none' },
  logoSize: logoSizes.usual,
  logoClear: true,
  quietZone: quietZones.usual,
  errorLevel: 'M',
  frame: { kind: 'none', position: 'below', text: '', color: '#000000', textColor: null },
};

export const codeLooks = [
  'plain',
  'soft',
  'dots',
  'harbor',
  'speech',
  'ticket',
  'poster',
  'leaf',
  'sunset',
  'swiss',
] as const;
export type CodeLook = (typeof codeLooks)[number];

type LookValues = Partial<Omit<CodeDesign, 'version' | 'frame'>> & { frame?: Partial<CodeFrame> };

const values: Record<CodeLook, LookValues> = {
  plain: {},
  soft: {
    modules: 'rounded',
    cornerOuter: 'rounded',
    cornerInner: 'rounded',
    color: '#1c2540',
    frame: { kind: 'caption', color: '#1c2540' },
  },
  dots: {
    modules: 'dots',
    cornerOuter: 'circle',
    cornerInner: 'circle',
    color: '#2b2140',
    cornerColor: '#7a2e8e',
    frame: { kind: 'outline', color: '#7a2e8e' },
  },
  harbor: {
    modules: 'rounded',
    cornerOuter: 'rounded',
    cornerInner: 'circle',
    color: '#0b2a4a',
    gradient: { kind: 'linear', color: '#0d6272', angle: 45 },
    frame: { kind: 'card', color: '#0b2a4a', textColor: '#ffffff' },
  },
  speech: {
    modules: 'tiles',
    cornerOuter: 'rounded',
    cornerInner: 'rounded',
    color: '#7a2f14',
    background: '#fffaf4',
    frame: { kind: 'bubble', position: 'above', color: '#7a2f14', textColor: '#ffffff' },
  },
  ticket: {
    modules: 'bars',
    cornerOuter: 'square',
    cornerInner: 'square',
    color: '#262220',
    background: '#fbf6ea',
    frame: { kind: 'ticket', color: '#262220' },
  },
  poster: {
    modules: 'square',
    cornerOuter: 'square',
    cornerInner: 'square',
    color: '#101114',
    frame: { kind: 'band', position: 'above', color: '#101114', textColor: '#ffffff' },
  },
  leaf: {
    modules: 'stripes',
    cornerOuter: 'leaf',
    cornerInner: 'leaf',
    color: '#174a32',
    background: '#f6faf3',
    frame: { kind: 'caption', position: 'above', color: '#174a32' },
  },
  sunset: {
    modules: 'dots',
    cornerOuter: 'circle',
    cornerInner: 'circle',
    color: '#7d2608',
    gradient: { kind: 'radial', color: '#52102f', angle: 0 },
    frame: { kind: 'card', position: 'above', color: '#ffe1c7', textColor: '#52102f' },
  },
  swiss: {
    modules: 'square',
    cornerOuter: 'square',
    cornerInner: 'square',
    color: '#111111',
    cornerColor: '#c3131f',
    frame: { kind: 'brackets', color: '#c3131f', textColor: '#111111' },
  },
};

/** The design of a look; what it does not say has its default. */
export function lookDesign(look: CodeLook): CodeDesign {
  const chosen = values[look];
  return { ...plainDesign, ...chosen, frame: { ...plainDesign.frame, ...chosen.frame } };
}
