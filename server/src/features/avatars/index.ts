export { avatarPath } from './avatar-address.ts';
export { createAvatarDownloads } from './avatar-downloads.ts';
export { mountAvatarRoute } from './avatar-route.ts';
export { type Avatars, createAvatars } from './avatars.ts';
