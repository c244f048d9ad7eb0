/** The design in the fields of the form. What has no field comes from the chosen look. */
import {
  type CodeDesign,
  codeLooks,
  cornerShapes,
  errorLevels,
  frameKinds,
  lookDesign,
  maxFrameText,
  moduleShapes,
} from '@kindling/contract/code-looks';
import { gradientChoices } from './gradient-choices.ts';

/** The option that is chosen; the usual one for a value that a browser has restored from another version of the page. */
export function chosen<T extends string>(data: FormData, name: string, options: readonly T[], usual: T): T {
  return options.find((option) => option === data.get(name)) ?? usual;
}

export function readDesign(data: FormData): CodeDesign {
  const look = lookDesign(chosen(data, 'look', codeLooks, 'plain'));
  const text = (name: string) => String(data.get(name) ?? '');
  const color = text('code');
  const gradient = chosen(data, 'gradient', gradientChoices, 'none');
  const kind = chosen(data, 'frame', frameKinds, 'none');
  const frameColor = text('frameColor');
  const isFrameOfLook = kind === look.frame.kind && frameColor === look.frame.color;
  return {
    ...look,
    modules: chosen(data, 'shape', moduleShapes, 'square'),
    cornerOuter: chosen(data, 'cornerOuter', cornerShapes, 'square'),
    cornerInner: chosen(data, 'cornerInner', cornerShapes, 'square'),
    color,
    // A color of its own for the corners was chosen for the color of the look.
    cornerColor: color === look.color ? look.cornerColor : null,
    gradient:
      gradient === 'none'
        ? null
        : { kind: gradient, color: text('second'), angle: look.gradient?.angle ?? 45 },
    background: text('ground'),
    errorLevel: chosen(data, 'level', errorLevels, 'M'),
    frame: {
      ...look.frame,
      kind,
      text: [...text('frameText').trim()].slice(0, maxFrameText).join(''),
      color: frameColor,
      textColor: isFrameOfLook ? look.frame.textColor : null,
    },
  };
}

/** Writes the chosen look into the fields; content, call to action, error correction and size stay. */
export function writeLook(form: HTMLFormElement): void {
  const design = lookDesign(chosen(new FormData(form), 'look', codeLooks, 'plain'));
  const fields: Record<string, string> = {
    shape: design.modules,
    cornerOuter: design.cornerOuter,
    cornerInner: design.cornerInner,
    code: design.color,
    ground: design.background ?? '#ffffff',
    gradient: design.gradient?.kind ?? 'none',
    second: design.gradient?.color ?? design.color,
    frame: design.frame.kind,
    frameColor: design.frame.color,
  };
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
}
