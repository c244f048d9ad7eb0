export { pairsOf, parseOneClickForms } from './read-form.ts';
export { sendPage } from './send-page.ts';
export { visitorLanguage } from './visitor-language.ts';
