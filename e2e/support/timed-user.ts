/**
 * A user whose actions are timed. Each action is performed, and its time for a person is added up by the
 * keystroke-level model (Card, Moran, Newell 1980): a key 0.28 s for an average typist, pointing 1.1 s, a click 0.2
 * s, and 1.35 s of thinking before each. The machine's own time is not included.
 */
import type { Locator } from '@playwright/test';

const seconds = { key: 0.28, point: 1.1, click: 0.2, think: 1.35 } as const;
/** Reading speed of an adult, words per second (238 a minute: Brysbaert 2019). */
const wordsPerSecond = 238 / 60;

export class TimedUser {
  /** Seconds that a person would have needed so far. */
  spent = 0;
  clicks = 0;
  keys = 0;

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
    this.spent += seconds.think + seconds.point + seconds.click;
  }

  /** Clicks into the field and replaces its text key by key. */
  async type(field: Locator, text: string): Promise<void> {
    await this.click(field);
    await field.selectText();
    await field.pressSequentially(text);
    // One more key to select the old text.
    this.keys += text.length + 1;
    this.spent += (text.length + 1) * seconds.key;
  }

  /** Reads every word of the text once. */
  async read(place: Locator): Promise<void> {
    const words = (await place.allInnerTexts())
      .join(' ')
      .split(/\s+/)
      .filter((word) => word !== '').length;
    this.spent += words / wordsPerSecond;
  }
}
