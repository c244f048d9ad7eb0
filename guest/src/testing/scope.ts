/** Whether the run tests the whole matrix: `npm test -- --all` sets KINDLING_TEST_ALL. */
export const runsEverything = process.env.KINDLING_TEST_ALL === '1';
