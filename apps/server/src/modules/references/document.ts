import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDF } from '@libpdf/core';
import type { Text } from '../../kernel/http/language.ts';
import type { Source } from './certify.ts';
import type { Fact } from './facts.ts';
import { createPaper } from './paper.ts';
import type { PrintedDates } from './printed-dates.ts';
import { drawVerification } from './verification-block.ts';

/** All texts as printed, because the rendering thread has no access to settings. */
export interface DocumentContent extends PrintedDates {
  /** The issuing authority and the platform. */
  authority: Text;
  platform: string;
  title: Text;
  statement: Text;
  purpose: Text;
  facts: readonly Fact[];
  source: Source;
  holder: { full_name: string; full_name_en: string; civil_id: string | null };
  reference_no: string;
  check_code: string;
  issued_at: string;
  verify_url: string;
}

const fontFile = (weight: string) =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`);
let files: { regular: Uint8Array; bold: Uint8Array } | undefined;

/** A4, both languages, tagged as PDF/UA-1. Fonts are subset to the glyphs in use. */
export async function renderDocument(content: DocumentContent): Promise<Uint8Array> {
  files ??= { regular: readFileSync(fontFile('400Regular')), bold: readFileSync(fontFile('700Bold')) };
  const pdf = PDF.create();
  const paper = createPaper(pdf, {
    regular: pdf.embedFont(files.regular),
    bold: pdf.embedFont(files.bold),
  });
  paper.authority(content.authority);
  paper.title(content.title);
  paper.table(holderRows(content));
  paper.space(6);
  paper.sentence(content.statement);
  paper.heading({ mn: 'Тодорхойлсон мэдээлэл', en: 'What is certified' });
  paper.table(content.facts.map(({ label, value }) => ({ label, value })));
  paper.heading({ mn: 'Баримтын тухай', en: 'About this document' });
  paper.table(documentRows(content));
  drawVerification(paper, content);
  paper.finish(`${content.title.mn} / ${content.title.en} ${content.reference_no}`, content.reference_no);
  // The metadata carries the time of issue instead of rendering, so that every copy is identical.
  const issuedAt = new Date(content.issued_at);
  pdf.setAuthor(content.authority.mn);
  pdf.setCreator(content.platform);
  pdf.setCreationDate(issuedAt);
  pdf.setModificationDate(issuedAt);
  return pdf.save({ subsetFonts: true });
}

const same = (value: string): Text => ({ mn: value, en: value });

interface Row {
  label: Text;
  value: Text;
}

function holderRows({ holder }: DocumentContent): Row[] {
  const { full_name, full_name_en, civil_id } = holder;
  return [
    {
      label: { mn: 'Овог нэр', en: 'Name' },
      value: { mn: full_name, en: full_name_en === '' ? full_name : full_name_en },
    },
    ...(civil_id === null
      ? []
      : [{ label: { mn: 'Иргэний дугаар', en: 'Civil ID' }, value: same(civil_id) }]),
  ];
}

function documentRows(content: DocumentContent): Row[] {
  const { source, issued_on: issued, valid_until_on: until } = content;
  return [
    { label: { mn: 'Дугаар', en: 'Number' }, value: same(content.reference_no) },
    {
      label: { mn: 'Олгосон – хүчинтэй', en: 'Issued – valid until' },
      value:
        until === null
          ? { mn: `${issued} – хугацаагүй`, en: `${issued} – no end date` }
          : same(`${issued} – ${until}`),
    },
    { label: { mn: 'Олгосон байгууллага', en: 'Issued by' }, value: content.authority },
    {
      label: { mn: 'Эх сурвалж', en: 'Source' },
      value:
        source.keeper.mn === content.authority.mn
          ? source.name
          : {
              mn: `${source.name.mn} (${source.keeper.mn})`,
              en: `${source.name.en} (${source.keeper.en})`,
            },
    },
    {
      label: { mn: 'Лавласан хугацаа', en: 'Register read at' },
      value: same(`${content.read_on} (${content.zone})`),
    },
    { label: { mn: 'Зориулалт', en: 'Purpose' }, value: content.purpose },
  ];
}
