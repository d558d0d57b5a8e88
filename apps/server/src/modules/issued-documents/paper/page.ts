import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDF } from '@libpdf/core';
import type { Text } from '../../../kernel/http/language.ts';
import { createPaper } from './paper.ts';
import { drawVerification, type Verification } from './verification-block.ts';

export type Block =
  | { sentence: Text }
  | { heading: Text }
  | { table: readonly { label: Text; value: Text }[] }
  | { space: number };

/** All texts as printed, because the rendering thread has no access to settings. */
export interface Page {
  /** Who issues the document; printed at its head. */
  authority: Text;
  title: Text;
  blocks: readonly Block[];
  verification: Verification;
  /** At the foot of every sheet. */
  number: string;
  /** The platform. */
  creator: string;
  issuedAt: string;
}

const fontFile = (weight: string) =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`);
let files: { regular: Uint8Array; bold: Uint8Array } | undefined;

/** A4, both languages, tagged as PDF/UA-1. Fonts are subset to the glyphs in use. */
export async function renderPage(content: Page): Promise<Uint8Array> {
  files ??= { regular: readFileSync(fontFile('400Regular')), bold: readFileSync(fontFile('700Bold')) };
  const pdf = PDF.create();
  const paper = createPaper(pdf, {
    regular: pdf.embedFont(files.regular),
    bold: pdf.embedFont(files.bold),
  });
  paper.authority(content.authority);
  paper.title(content.title);
  for (const block of content.blocks) {
    if ('sentence' in block) paper.sentence(block.sentence);
    else if ('heading' in block) paper.heading(block.heading);
    else if ('table' in block) paper.table(block.table);
    else paper.space(block.space);
  }
  drawVerification(paper, content.verification);
  const { title, number } = content;
  paper.finish(
    title.mn === title.en ? `${title.mn} ${number}` : `${title.mn} / ${title.en} ${number}`,
    number,
  );
  // The metadata carries the time of issue instead of rendering.
  const issuedAt = new Date(content.issuedAt);
  pdf.setAuthor(content.authority.mn);
  pdf.setCreator(content.creator);
  pdf.setCreationDate(issuedAt);
  pdf.setModificationDate(issuedAt);
  return pdf.save({ subsetFonts: true });
}
