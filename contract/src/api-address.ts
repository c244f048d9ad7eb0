/** Where the API is on the origin: its document, its page, and the few routes that declare `versioned: false`. */
export const apiRoot = '/api';

/** Prefix of all other routes of the API. */
export const versionedApiRoot = `${apiRoot}/v1`;
