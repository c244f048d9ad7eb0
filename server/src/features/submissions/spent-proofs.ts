/**
 * Which proofs of work this process has seen. The database has the last word; here a repeated proof is found before the limits
 * are asked, so that one proof lifts the limits of one visit only.
 */

/** Challenges live for ten minutes; above this number the oldest are forgotten. */
const maxProofs = 50_000;

export interface SpentProofs {
  /** False when the proof was used for another submission. */
  take(proofId: string, submissionId: string): boolean;
}

export function createSpentProofs(): SpentProofs {
  const submissions = new Map<string, string>();
  return {
    take(proofId, submissionId) {
      const known = submissions.get(proofId);
      if (known !== undefined) return known === submissionId;
      const [oldest] = submissions.keys();
      if (submissions.size >= maxProofs && oldest !== undefined) submissions.delete(oldest);
      submissions.set(proofId, submissionId);
      return true;
    },
  };
}
