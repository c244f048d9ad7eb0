/**
 * Names of our cookies. Over https a prefix has the browser refuse them from other hosts: `__Host-` where the cookie is
 * for every path, `__Secure-` where it is for one. Over http browsers differ in what they make of the prefixes.
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
    mailing: `${path}identity_mailing`,
  };
}
