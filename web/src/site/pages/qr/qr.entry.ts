/** The generator's script. Trust rule: it sends nothing; what is typed stays in this page and in the files it makes. */
import { startGenerator } from './generator-form.ts';

const form = document.querySelector<HTMLFormElement>('#qr');
if (form !== null) startGenerator(form);
