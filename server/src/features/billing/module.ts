import { defineSlice } from '../../slices/slice.ts';
import { recordActivation } from './activation.ts';
import { createPlans } from './plans.ts';
import { tables } from './tables.ts';

export const billingSlice = defineSlice({
  name: 'billing',
  tables,
  build: ({ settings, db }) => ({
    plans: createPlans(settings.plansEnabled),
    hooks: {},
    worker: {
      handlers: () => [],
      enqueueDue: () => recordActivation(db, settings.plansEnabled),
    },
  }),
});
