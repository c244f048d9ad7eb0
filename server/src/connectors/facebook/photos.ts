/** Profile pictures lie below these names: `reviewer.picture.data.url` of the Graph API. */
export const facebookPhotoHosts = ['fbcdn.net', 'fbsbx.com'] as const;
