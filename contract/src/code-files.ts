/** The files of QR codes and NFC cards. It loads no library, because the browser loads it with the list of codes. */
import { printKinds } from './code-prints.ts';

/** Codes that are made at once, and that fit one sheet to print. */
export const maxCodesAtOnce = 100;
/** Characters in the name of a code. */
export const maxNameLength = 60;
/** Pixels of a PNG. */
export const pictureSizes = { least: 256, usual: 1024, most: 4096 } as const;

/** `ndef`: the bytes that an app writes to a tag. `contact`: vCard 3.0. */
export const codeFileKinds = ['svg', 'png', ...printKinds, 'ndef', 'contact'] as const;
export type CodeFileKind = (typeof codeFileKinds)[number];

/** The header of an answer that names what is not on a print, because no font of ours has its letters. */
export const leftOutHeader = 'kindling-left-out';
export const leftOutParts = ['business-name', 'call-to-action', 'code-name'] as const;
export type LeftOut = (typeof leftOutParts)[number];
