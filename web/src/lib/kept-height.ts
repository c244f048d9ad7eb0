import { readStored, writeStored } from './storage.ts';

const storage = () => localStorage;

/**
 * The height that a part of the page had when it was last shown, so that its place can be kept until its content is known.
 * Texts wrap differently in another width of the window, so a height counts in the width it was measured in.
 * @returns CSS pixels; 0 for none
 */
export function readKeptHeight(name: string): number {
  const [width, height] = (readStored(storage, name) ?? '').split(' ').map(Number);
  return width === innerWidth && height !== undefined && height > 0 && height < innerHeight ? height : 0;
}

export function writeKeptHeight(name: string, height: number): void {
  writeStored(storage, name, height === 0 ? null : `${innerWidth} ${height}`);
}
