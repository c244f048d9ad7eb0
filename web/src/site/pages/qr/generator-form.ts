/** Connects the form to the drawing: each change is drawn at once, errors show after a short pause. */
import { fillText } from '@kindling/locales/fill-text.ts';
import { checkColors } from './colors.ts';
import { type ContentKind, contentKinds, fileName, readContent } from './content.ts';
import {
  fitInPicture,
  type Level,
  levels,
  type Matrix,
  makeMatrix,
  minPictureSize,
  pathOf,
  pictureSizes,
  printWidth,
  type QrStyle,
  shapes,
  svgOf,
  viewBox,
} from './drawing.ts';
import { copyText, save, toPng } from './output.ts';

/** Milliseconds after the last key before errors show. */
const pause = 400;

interface GeneratorInput {
  kind: ContentKind;
  typed: string;
  level: Level;
  look: QrStyle;
  /** NaN for an empty field. */
  size: number;
}
/** The result for an input. `matrix` is null while there is nothing to draw. */
interface GeneratorResult {
  value: string;
  matrix: Matrix | null;
  vector: boolean;
  picture: boolean;
  /** Weak colors get a warning and are not refused. */
  colorsRefused: boolean;
  problems: { content: string; colors: string; size: string };
}
type Translate = (key: string, values?: Record<string, string | number>) => string;

export function startGenerator(form: HTMLFormElement): void {
  const texts: Record<string, string> = JSON.parse(form.dataset.texts ?? '{}');
  const say: Translate = (key, values = {}) => fillText(texts[key] ?? '', values);
  const screen = new GeneratorView(form);
  let input = readInput(form);
  let outcome = evaluate(input, say);
  let timer = 0;
  const refresh = (wait: number): void => {
    input = readInput(form);
    outcome = evaluate(input, say);
    screen.show(input, outcome, say);
    clearTimeout(timer);
    const quiet = input.typed === '' && wait > 0;
    timer = window.setTimeout(() => screen.showProblems(input.kind, outcome, quiet), wait);
  };
  form.addEventListener('input', () => refresh(pause));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    refresh(0);
  });
  const tell = (key: string, values?: Record<string, string>) => screen.tell(say(key, values));
  const saveAs = (blob: Blob, ending: string): void => {
    const name = `${fileName(outcome.value)}.${ending}`;
    save(blob, name);
    tell('saved', { name });
  };
  const svg = () => (outcome.matrix === null ? '' : svgOf(outcome.matrix, input.look, pictureSizes.usual));
  screen.on('svg', () => saveAs(new Blob([svg()], { type: 'image/svg+xml' }), 'svg'));
  screen.on('png', async () => {
    const blob = outcome.matrix === null ? null : await toPng(outcome.matrix, input.look, input.size);
    if (blob === null) tell('failed');
    else saveAs(blob, 'png');
  });
  screen.on('copy', async () => tell((await copyText(svg())) ? 'copied' : 'notCopied'));
  screen.open();
  // A browser may restore the typed text after a reload.
  refresh(pause);
}

function readInput(form: HTMLFormElement): GeneratorInput {
  const data = new FormData(form);
  const get = (name: string) => String(data.get(name) ?? '');
  const choose = <T extends string>(name: string, options: readonly T[], usual: T): T =>
    options.find((option) => option === get(name)) ?? usual;
  const kind = choose('kind', contentKinds, 'address');
  return {
    kind,
    typed: get(kind).trim(),
    level: choose('level', levels, 'M'),
    look: { shape: choose('shape', shapes, 'square'), code: get('code'), ground: get('ground') },
    size: get('size') === '' ? Number.NaN : Number(get('size')),
  };
}

function evaluate({ kind, typed, level, look, size }: GeneratorInput, say: Translate): GeneratorResult {
  const content = readContent(kind, typed);
  const matrix = content.ok ? makeMatrix(content.value, level) : null;
  const { verdict } = checkColors(look.code, look.ground);
  const sized = Number.isInteger(size) && size >= pictureSizes.least && size <= pictureSizes.most;
  const place = sized && matrix !== null ? fitInPicture(matrix, size) : null;
  const colorsRefused = verdict === 'low' || verdict === 'inverted';
  const vector = matrix !== null && !colorsRefused;
  const problems = {
    content: content.ok ? (matrix === null ? say('tooLong') : '') : say(content.problem),
    colors: verdict === 'fine' ? '' : say(verdict),
    size: '',
  };
  if (!sized) problems.size = say('size');
  else if (matrix !== null && place === null)
    problems.size = say('tooSmall', { least: minPictureSize(matrix) });
  return {
    value: content.ok ? content.value : '',
    matrix,
    vector,
    picture: vector && place !== null,
    colorsRefused,
    problems,
  };
}

/** The elements that change. */
class GeneratorView {
  readonly #form: HTMLFormElement;

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  #part(id: string): HTMLElement {
    const found = this.#form.querySelector<HTMLElement>(`#qr-${id}`);
    if (found === null) throw new Error(`The page has no part "qr-${id}".`);
    return found;
  }

  /** Enables the form, which the page disables for visitors without scripts. */
  open(): void {
    for (const fields of this.#form.querySelectorAll('fieldset')) fields.disabled = false;
  }

  on(action: string, run: () => void): void {
    this.#part(action).addEventListener('click', run);
  }

  tell(text: string): void {
    this.#part('status').textContent = text;
  }

  show(
    { kind, typed, look }: GeneratorInput,
    { matrix, value, vector, picture }: GeneratorResult,
    say: Translate,
  ): void {
    for (const one of contentKinds) this.#part(`${one}-field`).hidden = one !== kind;
    for (const [action, possible] of Object.entries({ svg: vector, png: picture, copy: vector }))
      this.#part(action).toggleAttribute('disabled', !possible);
    this.#part('picture').toggleAttribute('data-off', !vector && (typed !== '' || !this.#isExample()));
    if (matrix === null) {
      this.tell('');
      return;
    }
    this.#draw(matrix, look);
    this.#part('example').hidden = true;
    this.#part('holds').textContent = value;
    const width = printWidth(matrix).toLocaleString(document.documentElement.lang);
    this.#part('print').textContent = say('print', { width, modules: matrix.length });
    this.tell(vector ? say('ready') : '');
  }

  #isExample(): boolean {
    return !this.#part('example').hidden;
  }

  #draw(matrix: Matrix, look: QrStyle): void {
    const svg = this.#part('preview');
    svg.setAttribute('viewBox', viewBox(matrix));
    svg.setAttribute('shape-rendering', look.shape === 'square' ? 'crispEdges' : 'auto');
    svg.querySelector('rect')?.setAttribute('fill', look.ground);
    const path = svg.querySelector('path');
    path?.setAttribute('fill', look.code);
    path?.setAttribute('d', pathOf(matrix, look.shape));
  }

  /** @param quiet while the field is empty, which is no error yet */
  showProblems(kind: ContentKind, { problems, colorsRefused }: GeneratorResult, quiet: boolean): void {
    const content = quiet ? '' : problems.content;
    this.#mark(kind, content, [kind], content !== '');
    this.#mark('size', problems.size, ['size'], problems.size !== '');
    this.#mark('colors', problems.colors, ['code', 'ground'], colorsRefused);
  }

  #mark(place: string, problem: string, fields: string[], wrong: boolean): void {
    const line = this.#part(`${place}-problem`);
    // Screen readers announce only a change.
    if (line.textContent !== problem) line.textContent = problem;
    for (const field of fields) this.#part(field).setAttribute('aria-invalid', String(wrong));
  }
}
