/** "Ada Berg (ada@example.com)", or the address alone. */
export function personLabel({ displayName, email }: { displayName: string; email: string }): string {
  return displayName === '' ? email : `${displayName} (${email})`;
}
