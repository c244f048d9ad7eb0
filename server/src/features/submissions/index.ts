export type { SubmissionsDeps } from './deps.ts';
export { type FormKeys, readFormToken, signFormToken } from './form-token.ts';
export type { Intake } from './intake.ts';
export { discardAgain, eraseMessage } from './judge.ts';
export { createProofChallenge, verifyProof } from './proof.ts';
export { answersOf } from './queries.ts';
export { submissionIdOf } from './visitor-entry.ts';
export { readWithdrawToken, withdrawToken } from './withdraw-link.ts';
