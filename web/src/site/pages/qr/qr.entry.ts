/**
 * The generator's script. Trust rule: it sends nothing. The typed text stays in this page and in the files it
 * creates.
 */
import { startGenerator } from './generator-form.ts';

const form = document.querySelector<HTMLFormElement>('#qr');
if (form !== null) startGenerator(form);
