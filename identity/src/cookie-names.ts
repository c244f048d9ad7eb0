/**
 * Names of our cookies. Over https, prefixes make browsers refuse these cookies from other hosts: `__Host-` for cookies of
 * every path, `__Secure-` for cookies of one path. Over http, browsers differ in how they treat the prefixes.
 */
export function cookieNames(secure: boolean) {
  const host = secure ? '__Host-' : '';
  const path = secure ? '__Secure-' : '';
  return {
    session: `${host}identity_session`,
    known: `${host}identity_known`,
    language: `${host}lng`,
    languageHere: `${path}lng_here`,
    interaction: `${path}identity_interaction`,
    resume: `${path}identity_resume`,
    passwordPassed: `${path}identity_password`,
    mailing: `${path}identity_mailing`,
  };
}
