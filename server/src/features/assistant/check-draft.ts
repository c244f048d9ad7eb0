/**
 * What may be wrong with a draft. The model's answer is as untrusted as the review: it may be nonsense, or obey somebody
 * who wrote instructions into their review.
 */
import { toStorableText } from '../../lib/storable-text.ts';
import type { ReplySubject } from '../reviews/index.ts';
import { isOtherLanguage } from './draft-language.ts';
import type { Prompt } from './prompt.ts';
import { instructionPatterns, promisePattern } from './word-lists.ts';

export type DraftProblem =
  | 'no-answer'
  | 'empty'
  | 'not-text'
  | 'markup'
  | 'too-long'
  | 'contact'
  | 'echo'
  | 'obeys-review'
  | 'language';

export interface CheckedDraft {
  text: string;
  /** Null: a person may see it. */
  problem: DraftProblem | null;
  /** It promises something that the facts do not say. */
  promises: boolean;
}

interface CheckContext {
  subject: ReplySubject;
  settings: { facts: string; signOff: string };
  prompt: Pick<Prompt, 'mark' | 'instructions'>;
  /** Whether the review talks to an assistant ({@link hasInstructions}). */
  reviewInstructs: boolean;
}

/** Characters of an answer, and of a review, that are looked at. */
const maxCheckedLength = 4_000;
/** Characters; the model was asked for 90 words. */
const maxLength = 2_500;
/** A run of this many characters of the instructions is no chance. */
const echoLength = 40;
/** Words in a row that a draft may share with a review that gives instructions. */
const maxSharedWords = 3;

export function checkDraft(answer: string | null, context: CheckContext): CheckedDraft {
  if (answer === null) return { text: '', problem: 'no-answer', promises: false };
  const text = toPlainText(answer);
  return { text, problem: findProblem(text, context), promises: hasPromise(text, context.settings.facts) };
}

/** What is added to the instructions of the next attempt. */
export function correctionFor(problem: DraftProblem | 'promise'): string {
  const corrections: Partial<Record<DraftProblem | 'promise', string>> = {
    'too-long': 'Use 40 words at most.',
    contact: 'Write no link, no address and no number.',
    markup: 'Write plain sentences without any markup.',
    language: 'Write in the language that is named above and in no other.',
    promise: 'Promise nothing and offer nothing.',
  };
  return corrections[problem] ?? 'Write only a short, polite reply to the review.';
}

/** Whether a review's text talks to an assistant. */
export function hasInstructions(text: string | null): boolean {
  const beginning = text?.slice(0, maxCheckedLength) ?? '';
  return instructionPatterns.some((pattern) => pattern.test(beginning));
}

function findProblem(
  text: string,
  { subject, settings, prompt, reviewInstructs }: CheckContext,
): DraftProblem | null {
  const known = `${settings.facts}\n${settings.signOff}\n${subject.businessName}`;
  if ((text.match(/\p{L}/gu)?.length ?? 0) < 2) return 'empty';
  if (!isMostlyLetters(text)) return 'not-text';
  if (/<[a-z!/]|```|\]\(|^#{1,6} /im.test(text)) return 'markup';
  if (text.length > maxLength || Buffer.byteLength(text) > (subject.limitBytes ?? Number.POSITIVE_INFINITY))
    return 'too-long';
  if (hasUnknownContact(text, known)) return 'contact';
  if (text.includes(prompt.mark) || sharesRun(text, prompt.instructions, known)) return 'echo';
  if (/\b(?:language model|system prompt|as an ai)\b|\bJSON\b/i.test(text)) return 'echo';
  if (reviewInstructs && repeatsReview(text, subject.text ?? '')) return 'obeys-review';
  return isOtherLanguage(withoutLine(text, settings.signOff), subject.language) ? 'language' : null;
}

/** Whether at least half of what is written are letters, with their marks, of whatever script. */
function isMostlyLetters(text: string): boolean {
  const written = text.match(/\S/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) * 2 >= written;
}

/** Without what models like to add: a fence, quotation marks around the whole, bold text, invisible characters. */
function toPlainText(answer: string): string {
  const text = toStorableText(answer.slice(0, maxCheckedLength))
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, (character) => (/[\n\u200c\u200d]/.test(character) ? character : ''))
    .trim()
    .replace(/^```\w*\n([\s\S]*)\n```$/, '$1')
    .replaceAll(/(\*\*|__)(?=\S)([\s\S]{0,200}?\S)\1/g, '$2')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const quoted = /^["“„«]([^"“”„«»]*)["”“»]$/.exec(text);
  return (quoted?.[1] ?? text).trim();
}

/** Every repetition has a limit: an unlimited one can take quadratic time or more. */
export const contacts =
  /[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,4}|(?:https?:\/\/|www\.)\S{1,2000}|\b[\p{L}\d-]{1,63}\.(?:com|net|org|io|co|info|biz|app|shop|ru|cn|de|fr|nl|es|rs|uk|eu|it|me|example)\b\S{0,2000}|\+\d[\d\s()./-]{6,40}\d|\d[\d\s()/-]{8,40}\d/giu;

function hasUnknownContact(text: string, known: string): boolean {
  const bare = (value: string) => value.toLowerCase().replaceAll(/[\s()/-]|[.,;:!?]{1,9}$/g, '');
  const allowed = bare(known);
  return (text.match(contacts) ?? []).some((contact) => !allowed.includes(bare(contact)));
}

function hasPromise(text: string, facts: string): boolean {
  const known = facts.toLowerCase();
  return [...text.matchAll(promisePattern)].some(([word]) => !known.includes(word.toLowerCase()));
}

/** Whether the text holds a long piece of the instructions that is not also one of the business's own words. */
function sharesRun(text: string, instructions: string, known: string): boolean {
  for (let start = 0; start + echoLength <= text.length; start += 1) {
    const run = text.slice(start, start + echoLength);
    if (instructions.includes(run) && !known.includes(run.trim())) return true;
  }
  return false;
}

/** Whether a draft says what the review demands: words of it in a row, or what it puts in quotation marks. */
function repeatsReview(text: string, review: string): boolean {
  const spoken = ` ${wordsOf(text).join(' ')} `;
  const words = wordsOf(review);
  for (let start = 0; start + maxSharedWords < words.length; start += 1)
    if (spoken.includes(` ${words.slice(start, start + maxSharedWords + 1).join(' ')} `)) return true;
  const quoted = [...review.matchAll(/["“„«']([^"“”„«»']{3,200})["”“»']/gu)].map(([, inner = '']) => inner);
  return quoted.some((inner) => spoken.includes(` ${wordsOf(inner).join(' ')} `));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function withoutLine(text: string, line: string): string {
  return line === '' ? text : text.replace(line, '');
}
