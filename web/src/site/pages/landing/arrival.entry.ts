/** The one motion of the landing page. It changes nothing that takes space, so nothing on the page shifts. */
import { playArrival } from './play-arrival.ts';

const host = document.querySelector('[data-live="arrival"]');
const notice = document.querySelector('.arrival-notice');
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
if (host?.shadowRoot && notice && !isCalm) playArrival(host, host.shadowRoot, notice);
