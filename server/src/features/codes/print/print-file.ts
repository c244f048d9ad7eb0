/** The print files of codes and cards as PDF, at true size, with embedded fonts and codes as shapes. */
import { maxPrintedCodes, type PrintKind } from '@kindling/contract/code-prints';
import { languageFacts } from '@kindling/locales/languages.ts';
import { printTexts } from '@kindling/locales/print.ts';
import PDFDocument from 'pdfkit';
import { collectPdf } from '../../../lib/pdf/collect-pdf.ts';
import { canDraw, clean, createTypesetter } from '../../../lib/pdf/typesetter.ts';
import { addBusinessCard } from './business-card.ts';
import { addCodeSheets } from './code-sheet.ts';
import { addNfcCard } from './nfc-card.ts';
import { addPoster } from './poster.ts';
import type { LeftOut, PrintedCode, PrintFile, PrintRequest } from './print-request.ts';
import { printColors, type Scene, type SceneCode } from './scene.ts';
import { addStickers } from './stickers.ts';
import { addTent } from './tent.ts';
import { prepareCode } from './vector-code.ts';

/** @throws RangeError without a code, with too many, and for a content that is too long for a code */
export async function makePrintFile(request: PrintRequest): Promise<PrintFile> {
  const { kind, language, brandColor } = request;
  const texts = printTexts[language];
  const leftOut = new Set<LeftOut>();
  const drawable = (text: string, what: LeftOut): string | null => {
    const cleaned = clean(text);
    if (cleaned === '') return null;
    if (canDraw(cleaned)) return cleaned;
    leftOut.add(what);
    return null;
  };
  const wanted = kind === 'sheet' ? request.codes : request.codes.slice(0, 1);
  if (wanted.length > maxPrintedCodes) throw new RangeError(`A file has at most ${maxPrintedCodes} codes.`);
  const [first, ...others] = await Promise.all(
    wanted.map((code) => prepareSceneCode(code, kind === 'sheet' ? drawable(code.name, 'code-name') : null)),
  );
  if (first === undefined) throw new RangeError('A print file needs a code.');
  const doc = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: languageFacts[language].tag,
    info: { Title: clean(request.businessName) },
  });
  const bytes = collectPdf(doc);
  let pages = 0;
  doc.on('pageAdded', () => {
    pages += 1;
  });
  const ownText = drawable(wanted[0]?.design.frame.text ?? '', 'call-to-action');
  painters[kind]({
    doc,
    type: createTypesetter(doc),
    colors: printColors(brandColor),
    texts,
    callToAction: ownText ?? texts.callToAction,
    businessName: drawable(request.businessName, 'business-name'),
    codes: [first, ...others],
  });
  doc.end();
  return { bytes: await bytes, pages, leftOut: [...leftOut] };
}

async function prepareSceneCode(printed: PrintedCode, name: string | null): Promise<SceneCode> {
  return { code: await prepareCode(printed), address: printed.content.replace(/^https?:\/\//, ''), name };
}

const painters: Record<PrintKind, (scene: Scene) => void> = {
  poster: addPoster,
  tent: addTent,
  'stickers-small': (scene) => addStickers(scene, 'stickers-small'),
  'stickers-medium': (scene) => addStickers(scene, 'stickers-medium'),
  'stickers-large': (scene) => addStickers(scene, 'stickers-large'),
  'business-card': (scene) => addBusinessCard(scene, 'business-card'),
  'business-card-us': (scene) => addBusinessCard(scene, 'business-card-us'),
  sheet: addCodeSheets,
  'nfc-card': addNfcCard,
};
