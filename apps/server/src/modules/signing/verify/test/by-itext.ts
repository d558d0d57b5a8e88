import { OBJECT, type Objects, objectText, type SignOptions, stream } from './pdf-maker.ts';

/** For tests only: how iText 5 writes a second signature, or somebody who pretends to be iText. */
export interface ByItext {
  /** Of the new widget, besides what iText writes. */
  widget?: string;
  /** `DR` of the new widget; by default the form that its mark draws. */
  resources?: string;
  /** Entries of the form, by default fonts and the form of the mark. */
  form?: string;
  version?: string;
  more?: Objects;
}

const FRAME = '/Type /XObject /Subtype /Form /BBox [0 0 140 60] /FormType 1 /Matrix [1 0 0 1 0 0]';
const DEFAULTS =
  '/DA (/Helv 0 Tf 0 g ) /DR << /XObject << /FRM 61 0 R >> /Font << /Helv 62 0 R /ZaDb 63 0 R >> >>';

const FONTS: Objects = {
  62: '<< /Type /Font /BaseFont /Helvetica /Encoding /WinAnsiEncoding /Name /Helv /Subtype /Type1 >>',
  63: '<< /Type /Font /BaseFont /ZapfDingbats /Name /ZaDb /Subtype /Type1 >>',
};
/** An object that nothing refers to would be refused for that alone. */
const usedFonts = (text: string): Objects =>
  Object.fromEntries(Object.entries(FONTS).filter(([num]) => text.includes(`${num} 0 R`)));

export const byItext = (signed: Buffer, given: ByItext = {}): SignOptions => ({
  rect: '300 100 440 160',
  appearance: 'q 1 0 0 1 0 0 cm /FRM Do Q',
  change: (objects, { widget, drawing }) => ({
    ...objects,
    [widget]: (objects[widget] ?? '').replace(
      / >>$/,
      ` /DR ${given.resources ?? '<< /XObject << /FRM 61 0 R >> >>'} ${given.widget ?? ''} >>`,
    ),
    [drawing]: stream('q 1 0 0 1 0 0 cm /FRM Do Q', `${FRAME} /Resources << /XObject << /FRM 61 0 R >> >>`),
    61: stream('0.2 0.4 0.6 rg 0 0 100 50 re f', `${FRAME} /Resources << >>`),
    ...usedFonts(`${given.form ?? DEFAULTS} ${given.resources ?? ''}`),
    [OBJECT.form]: (objects[OBJECT.form] ?? '')
      .replace(/ \/DR << \/Font << [^>]* >> >>/, '')
      .replace(/ >>$/, ` ${given.form ?? DEFAULTS} >>`),
    [OBJECT.catalog]: objectText(signed, OBJECT.catalog).replace(
      / >>$/,
      ` /Version ${given.version ?? '/1.7'} >>`,
    ),
    ...given.more,
  }),
});
