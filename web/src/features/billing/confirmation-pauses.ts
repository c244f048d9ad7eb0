/** Seconds between the questions whether a payment is confirmed: about a minute, with growing pauses. */
export const confirmationPauses: readonly number[] = [2, 3, 5, 8, 13, 20];
