/** Profile pictures lie below these names: `profilePhotoUrl` of v4, `photoUri` of Places, and archives. */
export const googlePhotoHosts = ['googleusercontent.com', 'ggpht.com'] as const;
