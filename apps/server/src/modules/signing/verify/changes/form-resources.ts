import type { PdfView } from '../pdf/document.ts';
import { isName, nameOf, PdfDict, PdfRef, PdfStream, type PdfValue, sameValue } from '../pdf/values.ts';
import { walkFields } from '../signatures.ts';
import { isForm } from './appearance.ts';
import type { Explanation } from './explanation.ts';
import { widgetsOf } from './field-shown.ts';
import { pageNumbers } from './kinds.ts';
import { dictOfShape, name, Shape } from './shape.ts';

/** As iText names them: a name that stood for nothing must not become another font. */
const FONTS: Readonly<Record<string, string>> = { Helv: 'Helvetica', ZaDb: 'ZapfDingbats' };

/** Whether the form may gain what readers draw fields with, `DA` or `DR`: only while they draw none with it. */
export function mayGainDefaults(explanation: Explanation): boolean {
  const { before, after } = explanation.update;
  return [before, after].every((view) => !isRedrawn(view)) && isDrawn(before);
}

function isRedrawn(view: PdfView): boolean {
  const form = view.dict(view.root.get('AcroForm'));
  const redraws = view.resolve(form?.get('NeedAppearances') ?? null);
  return (redraws !== null && redraws !== false) || (form !== undefined && form.get('XFA') !== null);
}

/** Every field has an appearance that brings its own resources; a signature is drawn by its signer alone. */
function isDrawn(view: PdfView): boolean {
  const listed = walkFields(view).flatMap(({ dict, number }) => widgetsOf(view, number ?? 0, dict));
  // Some readers take widgets from the pages, whether the form lists them or not.
  const onPages = pageNumbers(view).flatMap((num) => {
    const page = view.object(num);
    return view.array(page instanceof PdfDict ? page.get('Annots') : null).flatMap((item) => {
      const dict = view.dict(item);
      return dict && isName(view.resolve(dict.get('Subtype')), 'Widget') ? [{ num: 0, dict }] : [];
    });
  });
  return [...listed, ...onPages].every(({ dict }) => isSignature(view, dict) || hasOwnDrawing(view, dict));
}

const isSignature = (view: PdfView, widget: PdfDict): boolean =>
  nameOf(
    view.resolve(widget.get('FT')) ?? view.resolve(view.dict(widget.get('Parent'))?.get('FT') ?? null),
  ) === 'Sig';

function hasOwnDrawing(view: PdfView, widget: PdfDict): boolean {
  const normal = view.resolve(view.dict(widget.get('AP'))?.get('N') ?? null);
  const forms = normal instanceof PdfDict ? [...normal.map.values()] : [normal];
  return (
    forms.length > 0 &&
    forms.every((item) => {
      const form = view.resolve(item);
      return form instanceof PdfStream && view.dict(form.dict.get('Resources')) !== undefined;
    })
  );
}

/** `DR` of the form keeps all that it had and may gain two standard fonts and the forms of new marks. */
export function isGainedResources(explanation: Explanation, was: PdfValue, is: PdfValue): boolean {
  const { before } = explanation.update;
  const shape = new Shape(explanation, 'form');
  const [old, now] = [before.dict(was) ?? new PdfDict(), shape.dict(is)];
  if ((was !== null && before.dict(was) === undefined) || old.ambiguous || !now || now.ambiguous)
    return false;
  const isKept = (from: PdfDict, to: PdfDict, gains: (key: string) => boolean): boolean =>
    [...new Set([...from.map.keys(), ...to.map.keys()])].every((key) =>
      sameValue(from.get(key), to.get(key)) ? true : gains(key),
    );
  return isKept(old, now, (category) => {
    const given = old.get(category);
    const [names, gained] = [before.dict(given) ?? new PdfDict(), shape.dict(now.get(category))];
    if ((given !== null && before.dict(given) === undefined) || names.ambiguous) return false;
    if (!gained || gained.ambiguous) return false;
    return isKept(names, gained, (key) => {
      if (names.get(key) !== null) return false;
      if (category === 'Font') return isStandardFont(shape, key, gained.get(key));
      return category === 'XObject' && isFormOfMark(explanation, gained.get(key));
    });
  });
}

function isStandardFont(shape: Shape, key: string, value: PdfValue): boolean {
  const base = Object.hasOwn(FONTS, key) ? FONTS[key] : undefined;
  const font = shape.dict(value);
  if (base === undefined || !font || !isName(font.get('BaseFont'), base)) return false;
  return dictOfShape({
    Type: name('Font'),
    Subtype: name('Type1'),
    BaseFont: name(base),
    Name: name(key),
    Encoding: name('WinAnsiEncoding'),
  })(shape, font);
}

const OF_MARK = /^(?:signature field|widget of) \d+$/;

/** Something that this update draws in a new mark, and that is read there. */
function isFormOfMark(explanation: Explanation, value: PdfValue, role?: string): boolean {
  const known = value instanceof PdfRef ? explanation.roleOf(value.num) : undefined;
  if (known === undefined || !(role === undefined ? OF_MARK.test(known) : known === role)) return false;
  return isForm(new Shape(explanation, known), value);
}

/** `DR` of a new signature widget, once its appearance is read: nothing, or the forms of that appearance again. */
export function isResourcesOfMark(shape: Shape, value: PdfValue): boolean {
  if (value === null) return true;
  return dictOfShape({
    XObject: (_, forms) => {
      const dict = shape.dict(forms);
      if (!dict || dict.ambiguous) return false;
      return [...dict.map.values()].every((form) => isFormOfMark(shape.explanation, form, shape.role));
    },
  })(shape, value);
}
