import { assess } from './assess.ts';
import { checkSignable } from './check.ts';
import { replaceContents, reserveTimestamp } from './document-timestamp.ts';
import { embed } from './embed.ts';
import { inspect } from './inspect.ts';
import { prepare } from './prepare.ts';
import { findRisks } from './risks.ts';
import { addValidationData } from './validation-store.ts';

/** The work on whole documents, which takes long for a large one. */
export const operations = {
  checkSignable,
  findRisks,
  prepare,
  embed,
  inspect,
  assess,
  addValidationData,
  reserveTimestamp,
  replaceContents,
} as const;

export type PdfEngine = typeof operations;
export type Operation = keyof PdfEngine;
