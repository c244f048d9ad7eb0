/** Lets the browser download an address of ours by itself, with its own progress, into a file of any size. */
export function startDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
