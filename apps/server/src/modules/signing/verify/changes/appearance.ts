import { nameOf, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/values.ts';
import { drawsNothing } from './drawn-content.ts';
import { hasFrame, isPlainlyDrawn } from './drawn-form.ts';
import type { Shape } from './shape.ts';

/** Dictionaries whose keys are names that the content chooses. */
const NAMED = new Set(['Font', 'XObject', 'ExtGState', 'ColorSpace']);

const TYPES = new Set(['XObject', 'Font', 'FontDescriptor', 'ExtGState', 'Group', 'CMap', 'Encoding']);
const SUBTYPES = new Set([
  ...['Form', 'Image', 'Type0', 'Type1', 'Type1C', 'TrueType', 'MMType1'],
  ...['CIDFontType0', 'CIDFontType2', 'CIDFontType0C', 'OpenType'],
]);

/** Forms, images, fonts and plain graphics states; nothing with layers, scripts, references to files or patterns. */
const KEYS = new Set([
  ...[
    'Type',
    'Subtype',
    'FormType',
    'BBox',
    'Matrix',
    'Resources',
    'Length',
    'Filter',
    'DecodeParms',
    'ProcSet',
  ],
  ...['Group', 'S', 'CS', 'I', 'K', ...NAMED],
  ...['Width', 'Height', 'BitsPerComponent', 'Decode', 'ImageMask', 'Mask', 'SMask', 'Interpolate', 'Intent'],
  ...['Matte', 'Predictor', 'Colors', 'Columns', 'Rows', 'BlackIs1', 'ColorTransform', 'EarlyChange'],
  ...['N', 'Alternate', 'Range', 'ca', 'CA', 'BM', 'AIS', 'LW', 'LC', 'LJ', 'ML', 'D'],
  ...['BaseFont', 'Name', 'BaseEncoding', 'Differences', 'FirstChar', 'LastChar', 'Widths', 'FontDescriptor'],
  ...[
    'ToUnicode',
    'DescendantFonts',
    'CIDSystemInfo',
    'Registry',
    'Ordering',
    'Supplement',
    'DW',
    'W',
    'DW2',
    'W2',
  ],
  ...['CIDToGIDMap', 'CIDSet', 'CMapName', 'WMode', 'Encoding', 'FontName', 'FontFamily', 'FontStretch'],
  ...[
    'FontWeight',
    'Flags',
    'FontBBox',
    'ItalicAngle',
    'Ascent',
    'Descent',
    'Leading',
    'CapHeight',
    'XHeight',
  ],
  ...[
    'StemV',
    'StemH',
    'AvgWidth',
    'MaxWidth',
    'MissingWidth',
    'FontFile',
    'FontFile2',
    'FontFile3',
    'CharSet',
  ],
  ...['Length1', 'Length2', 'Length3'],
]);

/** `AP` with a normal appearance alone (12.5.5); its drawing is clipped to the rectangle of its annotation. */
export function isMarkAppearance(shape: Shape, value: PdfValue): boolean {
  const appearance = shape.dict(value);
  if (!appearance || appearance.ambiguous || appearance.map.size !== 1) return false;
  if (!isForm(shape, appearance.get('N'))) return false;
  refuseUnclear(shape, appearance.get('N'));
  return true;
}

/** A change of its own, so that its reader learns why the mark or note is refused. */
function refuseUnclear({ explanation, role }: Shape, form: PdfValue): void {
  const where = `drawing of ${role}`;
  if (isPlainlyDrawn(explanation.update.after, form)) return;
  if (!explanation.findings.some((finding) => finding.where === where))
    explanation.find('STRUCTURE_AMBIGUOUS', where);
}

/** As above, or one form per state of a check box. */
export function isFieldAppearance(shape: Shape, value: PdfValue): boolean {
  const appearance = shape.dict(value);
  if (!appearance || appearance.ambiguous) return false;
  for (const [key, one] of appearance.map) {
    if (key !== 'N' && key !== 'D') return false;
    const states = shape.open(one);
    const isDrawn =
      states instanceof PdfDict
        ? !states.ambiguous && [...states.map.values()].every((state) => isForm(shape, state))
        : isForm(shape, one);
    if (!isDrawn) return false;
  }
  return true;
}

export function isForm(shape: Shape, value: PdfValue): boolean {
  const form = shape.open(value);
  if (!(form instanceof PdfStream) || nameOf(shape.open(form.dict.get('Subtype'))) !== 'Form') return false;
  return isDrawing(shape, form, new Set(), 0);
}

/** Of a signature without a mark. */
export function isEmptyAppearance(shape: Shape, value: PdfValue): boolean {
  const form = shape.open(shape.dict(value)?.get('N') ?? null);
  if (!(form instanceof PdfStream) || !isMarkAppearance(shape, value)) return false;
  const { after } = shape.explanation.update;
  return drawsNothing(after.decode(form));
}

function isDrawing(shape: Shape, value: PdfValue, seen: Set<number>, depth: number): boolean {
  if (depth > 24) return false;
  if (value instanceof PdfRef) {
    // What the update did not touch was there when the document was signed.
    if (seen.has(value.num) || !shape.explanation.update.changes.has(value.num))
      return shape.open(value) !== undefined;
    seen.add(value.num);
    const target = shape.open(value);
    return target !== undefined && isDrawing(shape, target, seen, depth + 1);
  }
  if (Array.isArray(value)) return value.every((item) => isDrawing(shape, item, seen, depth + 1));
  const dict = value instanceof PdfStream ? value.dict : value;
  if (!(dict instanceof PdfDict)) return true;
  return isDrawingDict(shape, dict, seen, depth);
}

function isDrawingDict(shape: Shape, dict: PdfDict, seen: Set<number>, depth: number): boolean {
  if (dict.ambiguous) return false;
  const [type, subtype] = ['Type', 'Subtype'].map((key) => nameOf(shape.open(dict.get(key))));
  if ((dict.get('Type') !== null && !TYPES.has(type ?? '')) || (subtype && !SUBTYPES.has(subtype)))
    return false;
  if (subtype === 'Form' && !hasFrame(shape.explanation.update.after, dict)) return false;
  for (const [key, value] of dict.map) {
    if (!KEYS.has(key)) return false;
    const named = NAMED.has(key) ? shape.open(value) : undefined;
    const items = named instanceof PdfDict && !named.ambiguous ? [...named.map.values()] : [value];
    if (!items.every((item) => isDrawing(shape, item, seen, depth + 1))) return false;
  }
  return true;
}
