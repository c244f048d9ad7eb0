/** Connects the form to the drawing: each change is drawn at once, errors show after a short pause. */
import { codeLooks, lookDesign } from '@kindling/contract/code-looks';
import { makeMatrix, printWidth } from '@kindling/guest/qr/matrix';
import { codeSvg, type TextPainter } from '@kindling/guest/qr/svg';
import { svgAddress } from '@kindling/guest/qr/svg-address';
import { fillText } from '@kindling/locales/fill-text.ts';
import { contentKinds, fileName } from './content.ts';
import { chosen, readDesign, writeLook } from './design-fields.ts';
import { evaluate, type GeneratorInput, type GeneratorResult, type Translate } from './evaluate.ts';
import { copyText, save, toPng } from './output.ts';
import { fitInPicture, pictureSizes } from './picture-size.ts';
import { textBars } from './text-bars.ts';

/** Milliseconds after the last key before errors show. */
const pause = 400;
/** Nominal pixels of the previews. */
const previewWidth = 320;

export function startGenerator(form: HTMLFormElement): void {
  const texts: Record<string, string> = JSON.parse(form.dataset.texts ?? '{}');
  const say: Translate = (key, values = {}) => fillText(texts[key] ?? '', values);
  const screen = new GeneratorView(form);
  // The outlines of letters weigh more than the rest of the page, and only frames need them.
  let outlines: TextPainter | null = null;
  let input = readInput(form);
  let outcome = evaluate(input, textBars, say);
  let timer = 0;
  const refresh = (wait: number): void => {
    input = readInput(form);
    if (input.design.frame.kind !== 'none' && outlines === null) void loadOutlines();
    outcome = evaluate(input, outlines ?? textBars, say);
    screen.show(input, outcome, say);
    clearTimeout(timer);
    const quiet = input.typed === '' && wait > 0;
    timer = window.setTimeout(() => screen.showProblems(input.kind, outcome, quiet), wait);
  };
  const loadOutlines = async (): Promise<void> => {
    const { outlinedText } = await import('@kindling/guest/qr/frame-text');
    const isFirst = outlines === null;
    outlines = outlinedText;
    if (isFirst) refresh(pause);
  };
  form.addEventListener('input', (event) => {
    if (event.target instanceof HTMLInputElement && event.target.name === 'look') writeLook(form);
    refresh(pause);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    refresh(0);
  });
  connectButtons(screen, say, () => ({ input, outcome, ready: loadIfFramed() }));
  const loadIfFramed = async () => {
    if (input.design.frame.kind !== 'none') await loadOutlines();
  };
  screen.drawLooks();
  screen.open();
  // A browser may restore the typed text after a reload.
  refresh(pause);
}

interface GeneratorState {
  input: GeneratorInput;
  outcome: GeneratorResult;
  /** Files wait for the outlines of letters; the preview does not. */
  ready: Promise<void>;
}

function connectButtons(screen: GeneratorView, say: Translate, read: () => GeneratorState): void {
  const tell = (key: string, values?: Record<string, string>) => screen.tell(say(key, values));
  const saveAs = (blob: Blob, ending: string): void => {
    const name = `${fileName(read().outcome.value)}.${ending}`;
    save(blob, name);
    tell('saved', { name });
  };
  const svg = async () => {
    await read().ready;
    return read().outcome.draw(pictureSizes.usual)?.svg ?? '';
  };
  screen.on('svg', async () => saveAs(new Blob([await svg()], { type: 'image/svg+xml' }), 'svg'));
  screen.on('png', async () => {
    await read().ready;
    const { input, outcome } = read();
    const box = outcome.draw(1)?.box;
    const fit = box === undefined ? null : fitInPicture(box, input.size);
    const drawn = fit === null ? null : outcome.draw(fit.drawn);
    const blob =
      fit === null || drawn === null
        ? null
        : await toPng(drawn.svg, fit, input.design.background ?? '#ffffff').catch(() => null);
    if (blob === null) tell('failed');
    else saveAs(blob, 'png');
  });
  screen.on('copy', async () => tell((await copyText(await svg())) ? 'copied' : 'notCopied'));
}

function readInput(form: HTMLFormElement): GeneratorInput {
  const data = new FormData(form);
  const get = (name: string) => String(data.get(name) ?? '');
  const kind = chosen(data, 'kind', contentKinds, 'address');
  return {
    kind,
    typed: get(kind).trim(),
    design: readDesign(data),
    size: get('size') === '' ? Number.NaN : Number(get('size')),
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

  /** A small picture of each look. They are drawn here, because together they weigh more than the page. */
  drawLooks(): void {
    const matrix = makeMatrix('example.com', 'L') ?? [];
    for (const look of codeLooks) {
      const options = { design: lookDesign(look), callToAction: '', text: textBars, width: 96 };
      this.#part(`look-${look}`).setAttribute('src', svgAddress(codeSvg(matrix, options).svg));
    }
  }

  show(input: GeneratorInput, outcome: GeneratorResult, say: Translate): void {
    const { matrix, value, vector, picture } = outcome;
    for (const one of contentKinds) this.#part(`${one}-field`).hidden = one !== input.kind;
    for (const [action, possible] of Object.entries({ svg: vector, png: picture, copy: vector }))
      this.#part(action).toggleAttribute('disabled', !possible);
    this.#part('picture').toggleAttribute('data-off', !vector && (input.typed !== '' || !this.#isExample()));
    const drawn = outcome.draw(previewWidth);
    if (matrix === null || drawn === null) {
      this.tell('');
      return;
    }
    this.#part('preview').setAttribute('src', svgAddress(drawn.svg));
    this.#part('example').hidden = true;
    this.#part('holds').textContent = value;
    const centimeters = printWidth(matrix, input.design.quietZone);
    const width = centimeters.toLocaleString(document.documentElement.lang);
    this.#part('print').textContent = say('print', { width, modules: matrix.length });
    this.tell(vector ? say('ready') : '');
  }

  #isExample(): boolean {
    return !this.#part('example').hidden;
  }

  /** @param quiet while the field is empty, which is no error yet */
  showProblems(kind: string, { problems, designRefused }: GeneratorResult, quiet: boolean): void {
    const content = quiet ? '' : problems.content;
    this.#mark(kind, content, [kind], content !== '');
    this.#mark('size', problems.size, ['size'], problems.size !== '');
    this.#mark('colors', problems.colors, ['code', 'ground'], designRefused);
  }

  #mark(place: string, problem: string, fields: string[], wrong: boolean): void {
    const line = this.#part(`${place}-problem`);
    // Screen readers announce only a change.
    if (line.textContent !== problem) line.textContent = problem;
    for (const field of fields) this.#part(field).setAttribute('aria-invalid', String(wrong));
  }
}
