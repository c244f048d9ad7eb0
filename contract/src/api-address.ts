/** Where the API lies on the origin: its document, its page, and the few routes that declare `versioned: false`. */
export const apiRoot = '/api';

/** Where all other routes of the API lie. */
export const versionedApiRoot = `${apiRoot}/v1`;
