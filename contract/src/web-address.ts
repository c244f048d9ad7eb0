/** Whether an address contains a user name or a password: `https://user:password@host`. */
export function hasUserInfo(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}
