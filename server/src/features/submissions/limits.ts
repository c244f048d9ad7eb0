/**
 * How much one network may send, and visitors without a proof of work to one page and one account. Above the first figure a
 * submission is held for the owner, above the second it is refused until the window ends. Each form counts, so that resending counts too.
 */
import type { HeldReason } from '@kindling/contract/submissions';
import type { Limiter } from '@kindling/service/limiter';
import type { Limits } from '@kindling/service/limits';

const hour = 3_600;

/**
 * Visitors of one shop often share its network, and one visit sends up to three forms. Without a proof of work, which
 * browsers without scripts cannot do, much less is taken.
 */
const maxima = {
  network: { held: 300, refused: 3_000 },
  unproved: { held: 30, refused: 300 },
  page: { held: 900, refused: 9_000 },
} as const;
const accountPerDay = 50_000;

export interface SubmissionLimits {
  /** Counts one form. @returns why it is held, and the seconds until it would be taken: 0 when it is taken now */
  count(from: { network: string; page: string; accountId: string; proved: boolean }): Promise<{
    heldFor: HeldReason[];
    retryAfter: number;
  }>;
}

interface Level {
  held: Limiter;
  refused: Limiter;
}

function createLevel(limits: Limits, of: keyof typeof maxima): Level {
  const { held, refused } = maxima[of];
  return {
    held: limits.create({ name: `submissions-held-${of}`, max: held, windowSeconds: hour }),
    refused: limits.create({ name: `submissions-${of}`, max: refused, windowSeconds: hour }),
  };
}

export function createSubmissionLimits(limits: Limits): SubmissionLimits {
  const network = createLevel(limits, 'network');
  const unproved = createLevel(limits, 'unproved');
  const page = createLevel(limits, 'page');
  const account = limits.create({
    name: 'submissions-account',
    max: accountPerDay,
    windowSeconds: 24 * hour,
  });
  return {
    async count(from) {
      const visitor = `${from.network} ${from.accountId}`;
      const levels: [Level, string, HeldReason][] = [[network, visitor, 'network']];
      if (!from.proved) levels.unshift([unproved, visitor, 'no-proof']);
      const heldFor: HeldReason[] = [];
      // What a network is refused counts against nobody else.
      for (const [level, key, reason] of levels) {
        const retryAfter = await level.refused.consume(key);
        if (retryAfter > 0) return { heldFor, retryAfter };
        if ((await level.held.consume(key)) > 0) heldFor.push(reason);
      }
      // Only visitors without a proof are held or refused for what others sent to the page and the account.
      if (from.proved) return { heldFor, retryAfter: 0 };
      if ((await page.held.consume(from.page)) > 0) heldFor.push('code');
      const waits = [await page.refused.consume(from.page), await account.consume(from.accountId)];
      return { heldFor, retryAfter: Math.max(...waits) };
    },
  };
}
