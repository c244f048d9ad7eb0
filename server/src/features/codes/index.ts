export { drawSvg } from './code-picture.ts';
export { readCodes } from './codes.ts';
export { contactCard } from './contact-card.ts';
export { vCardType } from './vcard.ts';
