/** Whether `uri` is an allowed redirect URI: on this machine, or at `publicUrl`. */
export function isAllowedRedirect(uri: string, publicUrl: string | undefined): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : null;
  if (url === null || url.hash !== '') return false;
  if (url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)) return true;
  return publicUrl !== undefined && URL.canParse(publicUrl) && url.origin === new URL(publicUrl).origin;
}
