import type { Module } from '../kernel/module.ts';

/** Modules that need no port and no other module; `npm run new:module` adds to this list. */
export const independentModules: readonly Module[] = [];
