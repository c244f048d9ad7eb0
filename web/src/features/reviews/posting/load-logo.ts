/** The logo of a business, to draw it on a canvas. Null when it cannot be read; then its initial stands there. */
export async function loadLogo(url: string): Promise<ImageBitmap | null> {
  try {
    const answer = await fetch(url);
    return answer.ok ? await createImageBitmap(await answer.blob()) : null;
  } catch {
    return null;
  }
}
