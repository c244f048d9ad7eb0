export { refreshAccount } from './refresh-customer.ts';
