/**
 * An e-mail address by the WHATWG's pattern, whose domain has a dot. The sign-up takes the same ones
 * (`identity/src/flows/forms.ts`, which does not know the contract), so nobody is invited who could not sign up.
 */
export const reachableEmailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** Longest address that a mail server takes (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const maxEmailLength = 254;

/** Whether a person can be invited at the address, without spaces around it. */
export function isReachableEmail(address: string): boolean {
  return address.length <= maxEmailLength && reachableEmailPattern.test(address);
}
