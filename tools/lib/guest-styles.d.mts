import type { Plugin } from 'esbuild';

export declare function compileStyles(path: string): string;
export declare const guestStyles: Plugin;
