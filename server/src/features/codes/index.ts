export { contactCard } from './contact-card.ts';
export { vCardType } from './vcard.ts';
