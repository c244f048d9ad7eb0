import { defineSlice } from '../../slices/slice.ts';
import { createPlans } from './plans.ts';

export const billingSlice = defineSlice({
  name: 'billing',
  build: ({ settings }) => ({ plans: createPlans(settings.plansEnabled), hooks: {} }),
});
