export { avatarPath } from './avatar-address.ts';
