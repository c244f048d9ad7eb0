/** Parts of the editor of a widget or badge. */
import type { FrameLocator, Page } from '@playwright/test';

/** The example page in the frame of the preview. */
export function previewOf(page: Page, title = 'Preview'): FrameLocator {
  return page.frameLocator(`iframe[title="${title}"]`);
}

/** Chooses what is in the menu of the open editor. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
