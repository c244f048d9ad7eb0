import { defineSlice } from '../../slices/slice.ts';
import { identitySlice } from '../identity/module.ts';
import { isInvited } from './queries.ts';
import { tables } from './tables.ts';

export const teamSlice = defineSlice({
  name: 'team',
  tables,
  build(shared) {
    identitySlice.module(shared).hooks.isInvited.fill(isInvited);
    return {};
  },
});
