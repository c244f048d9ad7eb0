/**
 * Finds the parts of searches in a text while its words are read once. What a word costs depends on the parts that it belongs
 * to, not on how long they are: which beginnings of a part the text ends with are the bits of a number.
 */
import type { SearchPart, SearchWord, Token } from './search-words.ts';

export interface PartFinder {
  /** The number of the part: 0 for the first one that is added. */
  add(part: SearchPart): number;
  /** Begins with another text. */
  restart(): void;
  /** Takes the next word of the text. The numbers of the parts that end with it. */
  next(word: Pick<Token, 'forms'>): readonly number[];
  /** Comparisons since the first text. */
  readonly steps: number;
}

/** Bits of a number in JavaScript. */
const blockSize = 32;

/** Up to 32 words of a part. */
interface Block {
  part: number;
  /** The words before, for which the block goes on; null at the beginning of the part. */
  before: Block | null;
  /** The bit of the last word of the part; 0 where the part goes on in another block. */
  last: number;
  /** Bit n: the text ends with the words of the part up to the word n of the block. Valid for the word `readAt` only. */
  reached: number;
  readAt: number;
  /** Bit n: the word that is being read is the word n of the block. */
  alike: number;
  next: number;
}

/** The words of a block that have the same form. */
interface Places {
  block: Block;
  bits: number;
}

export function createPartFinder(): PartFinder {
  const whole = new Map<string, Places[]>();
  const beginnings = new Map<string, Places[]>();
  const lengths = new Set<number>();
  let parts = 0;
  let position = 1;
  let steps = 0;

  function note({ forms, prefix }: SearchWord, block: Block, bit: number): void {
    for (const form of forms) {
      if (prefix) lengths.add(form.length);
      addPlace(prefix ? beginnings : whole, form, block, bit);
    }
  }

  function meet(places: readonly Places[] | undefined, touched: Block[]): void {
    steps += 1 + (places?.length ?? 0);
    for (const { block, bits } of places ?? []) {
      if (block.alike === 0) touched.push(block);
      block.alike |= bits;
    }
  }

  return {
    add(part) {
      let block: Block | null = null;
      for (const [index, word] of part.entries()) {
        const bit: number = 1 << (index % blockSize);
        if (block === null || index % blockSize === 0)
          block = { part: parts, before: block, last: 0, reached: 0, readAt: 0, alike: 0, next: 0 };
        if (index === part.length - 1) block.last = bit;
        note(word, block, bit);
      }
      parts += 1;
      return parts - 1;
    },
    restart() {
      // What was reached at the position before the last is never looked at again.
      position += 2;
    },
    next({ forms }) {
      position += 1;
      const touched: Block[] = [];
      for (const { text } of forms) {
        meet(whole.get(text), touched);
        for (const length of lengths)
          if (length <= text.length) meet(beginnings.get(text.slice(0, length)), touched);
      }
      for (const block of touched) block.next = advance(block, position - 1);
      return touched.length === 0 ? none : settle(touched, position);
    },
    get steps() {
      return steps;
    },
  };
}

const none: readonly number[] = [];

function addPlace(map: Map<string, Places[]>, form: string, block: Block, bit: number): void {
  const places = map.get(form);
  const last = places?.at(-1);
  if (places === undefined) map.set(form, [{ block, bits: bit }]);
  else if (last?.block === block) last.bits |= bit;
  else places.push({ block, bits: bit });
}

/** What is reached when the word is added to what was reached at the position before. */
function advance({ before, reached, readAt, alike }: Block, position: number): number {
  const begun = before === null ? 1 : before.readAt === position ? before.reached >>> (blockSize - 1) : 0;
  return (((readAt === position ? reached : 0) << 1) | begun) & alike;
}

function settle(touched: readonly Block[], position: number): number[] {
  const ended: number[] = [];
  for (const block of touched) {
    block.reached = block.next;
    block.readAt = position;
    block.alike = 0;
    if ((block.reached & block.last) !== 0) ended.push(block.part);
  }
  return ended;
}
