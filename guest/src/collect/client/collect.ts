/**
 * Turns the steps of the collection page into one flow without reloads. Each form also works without it; it sends the same
 * fields, shows the next part at once, and keeps what a bad network does not take.
 */
import { startErrorReports } from './shared/errors.ts';
import { type Entry, type Renewal, renewUntilDone } from './shared/forms.ts';
import { startKiosk } from './shared/kiosk.ts';
import { field, findParts, focusHeading, type Step, setField, showRating, showStep } from './shared/page.ts';
import { solve } from './shared/proof.ts';
import { type Progress, startQueue } from './shared/queue.ts';
import { countCharacters, readTyped, writeTyped } from './shared/typing.ts';
import { newKey, readVisit, type Visit, writeVisit } from './shared/visit.ts';

startErrorReports();
const parts = findParts();
const { path, texts, status, notice, again, forms, rate, review, messageForm, message } = parts;
const kiosk = parts.idle !== null;
const written = { review, message: messageForm };
type Written = keyof typeof written;

const fresh = (key: string): Visit => ({
  key,
  step: 'rate',
  rating: '',
  sent: [],
  withdrawUrl: '',
  typed: {},
  at: 0,
});
/** Who taps before the script has loaded gets the next step from the server, and goes on with the script. */
let visit: Visit = {
  ...fresh(field(rate, 'key')?.value ?? newKey()),
  step: (parts.main.dataset.step ?? 'rate') as Step,
  rating: field(review, 'rating')?.value ?? '',
  sent: [review.hidden && 'review', message.hidden && 'message'].filter((step) => step !== false),
  withdrawUrl: document.querySelector<HTMLAnchorElement>('[data-withdraw] a[href]')?.href ?? '',
};
let { challenge } = parts;
/** The proof of the page's own challenge, from the first idle moment on. */
let proof: Promise<string> | undefined;
let isProofReady = false;

const pageToken = () => field(rate, 'token')?.value;
/** The state in one word beside the rating, and a sentence over the foot of the page, where it moves nothing. */
const say = (word: string, sentence = ''): void => {
  if (status.textContent !== word) status.textContent = word;
  if (notice.textContent !== sentence) notice.textContent = sentence;
};
const save = (): void => {
  if (!kiosk) writeVisit(path, { ...visit, typed: readTyped(parts) });
};

function startProof(): void {
  const wanted = challenge;
  isProofReady = false;
  proof = solve(wanted, () => wanted === challenge).then((solution) => {
    if (wanted === challenge) isProofReady = true;
    return solution;
  });
}

/** Milliseconds: browsers slow down the work of pages in the background, and a text must not wait for that. */
const longestProofWait = 4000;
const emptyAfter = (time: number): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(''), time);
  });

/** Takes over a new token and challenge for all forms of the page. */
function takeRenewal(renewal: Renewal): void {
  for (const form of forms) setField(form, 'token', renewal.token);
  challenge = renewal.challenge;
  startProof();
}

const queue = startQueue({
  keeps: !kiosk,
  // A rating is sent at once; a text may wait for the proof.
  prepare: async (entry) => {
    const body = new URLSearchParams(entry.body);
    const own = body.get('token') === pageToken();
    if (own && proof && (isProofReady || entry.step !== 'rate'))
      body.set('proof', await Promise.race([proof, emptyAfter(longestProofWait)]));
    return String(body);
  },
  renewed: async (entry, renewal) => {
    const body = new URLSearchParams(entry.body);
    // What another visit left behind has a challenge of its own.
    const own = entry.path === path && entry.key === visit.key;
    if (own) takeRenewal(renewal);
    body.set('token', renewal.token);
    body.set('proof', await (own && proof ? proof : solve(renewal.challenge, () => true)));
    return String(body);
  },
  report: showProgress,
});

function showProgress({ key, step }: Entry, progress: Progress): void {
  if (key !== visit.key) return;
  if (progress.kind === 'stored') {
    say(status.dataset.waited ? texts.sent : texts.saved);
    delete status.dataset.waited;
    if (progress.withdrawUrl) {
      visit.withdrawUrl = progress.withdrawUrl;
      showWithdrawal();
    }
    if (step !== 'rate') written[step as Written].reset();
  } else if (progress.kind === 'waiting' && !kiosk) {
    status.dataset.waited = 'yes';
    say('', progress.kept ? (progress.network ? texts.kept : texts.keptBusy) : texts.keptOpen);
  } else if (progress.kind === 'ended') {
    startVisit();
    say('', texts.ended);
    go('rate');
  } else {
    const text = progress.kind === 'waiting' ? texts.kioskFailed : texts[progress.kind];
    say('', text);
    if (step !== 'rate') takeBack(step as Written, text);
  }
  save();
}

/** The form returns with all that was written, and says why. */
function takeBack(step: Written, text: string): void {
  visit.sent = visit.sent.filter((one) => one !== step);
  const form = written[step];
  const fault = form.querySelector<HTMLElement>('[role=alert]');
  showVisit('answer');
  if (step === 'message') message.open = true;
  if (fault) fault.textContent = text;
  form.querySelector('textarea')?.focus();
}

function showWithdrawal(): void {
  const url = visit.withdrawUrl;
  for (const note of document.querySelectorAll<HTMLElement>('[data-withdraw]')) {
    const link = note.querySelector('a');
    const address = note.querySelector('output');
    const code = note.querySelector('img');
    note.hidden = !/^(https?:)?\/(?!\\)/.test(url);
    if (link) link.href = url;
    if (address) address.textContent = url && new URL(url, location.href).href;
    if (code && url) code.src = `${url}/code.svg`;
    else code?.removeAttribute('src');
  }
}

function showVisit(step: Step): void {
  visit.step = step;
  review.hidden = visit.sent.includes('review');
  message.hidden = visit.sent.includes('message');
  for (const note of document.querySelectorAll<HTMLElement>('[data-sent]'))
    note.hidden = note.dataset.sent !== visit.sent[visit.sent.length - 1];
  showStep(parts, step);
  showWithdrawal();
}

/** Milliseconds in which the second tap of a double tap comes. */
const doubleTap = 350;

/** Goes to a step as a new entry of the history, so that Back returns to the one before. */
function go(step: Step): void {
  showVisit(step);
  if (!kiosk) history.pushState(step, '');
  focusHeading(parts);
  // A second tap would hit a link that has just appeared below the finger.
  parts.main.dataset.settling = '';
  setTimeout(() => {
    delete parts.main.dataset.settling;
  }, doubleTap);
  save();
}

function send(form: HTMLFormElement): void {
  setField(form, 'key', visit.key);
  setField(form, 'rating', visit.rating);
  const body = new URLSearchParams();
  new FormData(form).forEach((value, name) => {
    body.append(name, String(value));
  });
  if (!body.has('rating')) body.set('rating', visit.rating);
  say(texts.saving);
  queue.add({ path, key: visit.key, step: body.get('step') ?? '', body: String(body) });
}

function giveRating(rating: string): void {
  visit.rating = rating;
  showRating(parts, rating);
  send(rate);
  go('answer');
}

for (const button of rate.querySelectorAll('button'))
  button.addEventListener('click', (event) => {
    event.preventDefault();
    giveRating(button.value);
  });

const kioskMode =
  parts.idle === null
    ? null
    : startKiosk(parts, parts.idle, clearAll, () => say(status.textContent ?? '', texts.idle));

for (const [step, form] of Object.entries(written))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fault = form.querySelector('[role=alert]');
    if (fault) fault.textContent = '';
    const isEmpty = ![...new FormData(form)].some(
      ([name, value]) => /^(text|message|answer_)/.test(name) && String(value).trim(),
    );
    if (isEmpty) return form.querySelector('textarea')?.focus();
    // A name without consent would be dropped.
    const consent = form.querySelector<HTMLInputElement>('[name=consent]');
    if (consent && !consent.checked && (field(form, 'name')?.value || field(form, 'contact')?.value)) {
      if (fault) fault.textContent = texts.consent;
      return consent.focus();
    }
    if (visit.sent.includes(step)) return;
    visit.sent.push(step);
    send(form);
    go('thanks');
    kioskMode?.sent();
  });

/** A challenge counts for one visit, and a spent proof would be held; a form without one is taken. */
function renewChallenge(): void {
  const { key } = visit;
  challenge = '';
  proof = undefined;
  isProofReady = false;
  void renewUntilDone(path, () => key === visit.key).then((renewal) => renewal && takeRenewal(renewal));
}

/** Another visit on the same page; what is typed stays. */
function startVisit(): void {
  const isUsed = visit.rating !== '';
  visit = fresh(newKey());
  for (const form of forms) {
    setField(form, 'key', visit.key);
    setField(form, 'rating', '');
  }
  if (again) again.hidden = true;
  if (isUsed || !proof) renewChallenge();
}

/** Nothing of the visit stays on the page. */
function clearPage(): void {
  startVisit();
  for (const form of forms) form.reset();
  for (const text of document.querySelectorAll('[role=alert],small[id$=count],output')) text.textContent = '';
  for (const box of document.querySelectorAll('main details')) box.removeAttribute('open');
  say('');
  showVisit('rate');
  focusHeading(parts);
}

function clearAll(): void {
  queue.clear();
  clearPage();
}

again?.addEventListener('click', () => {
  clearPage();
  go('rate');
});

/** Who comes back may have withdrawn the visit meanwhile. */
function offerVisit(): void {
  if (again) again.hidden = false;
}

/** Clicks on public links are counted without delaying them. The browser's own count is for pages without this script. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-destination]')) {
  if (!navigator.sendBeacon) break;
  link.removeAttribute('ping');
  link.addEventListener('click', () => {
    navigator.sendBeacon(`${path.split('?')[0]}/click`, link.dataset.destination);
  });
}

// On a slow phone the second click of a double click comes after the pause that a new step makes.
addEventListener(
  'click',
  (event) => {
    if (event.detail > 1 && (event.target as Element).closest('a')) event.preventDefault();
  },
  true,
);
addEventListener('popstate', ({ state }: PopStateEvent) => {
  // The steps of a visit before belong to what it sent.
  showVisit(visit.rating && (state === 'answer' || state === 'thanks') ? state : 'rate');
  focusHeading(parts);
});
addEventListener('online', queue.flush);
addEventListener('pagehide', save);
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) offerVisit();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') queue.flush();
  else save();
});

function restore(known: Visit): void {
  visit = known;
  writeTyped(parts, known.typed);
  if (known.step === 'rate') return;
  showRating(parts, known.rating);
  history.replaceState('rate', '');
  history.pushState(known.step, '');
  showVisit(known.step);
  offerVisit();
}

countCharacters(parts);
const known = kiosk || parts.main.dataset.step !== 'rate' ? null : readVisit(path);
if (known) restore(known);
if (!kiosk) queue.flush();
(self.requestIdleCallback ?? setTimeout)(startProof);
