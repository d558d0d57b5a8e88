import type { PdfView } from '../pdf/document.ts';
import { dictOf, eachRef, isName, nameOf, PdfRef, PdfStream, type PdfValue } from '../pdf/values.ts';
import type { Explanation } from './explanation.ts';
import type { ChangeKind, Finding } from './findings.ts';
import { isField, isPage, pageNumbers } from './kinds.ts';
import type { ObjectChange } from './update.ts';

type Role =
  | 'content'
  | 'font'
  | 'overlay'
  | 'resource'
  | 'annotation'
  | 'appearance'
  | 'field'
  | 'page'
  | 'tree'
  | 'layers'
  | 'script'
  | 'form'
  | 'information';

interface Place {
  role: Role;
  page?: number;
}

/** A hostile update may leave a million objects; these are enough to refuse it. */
const NAMED = 500;

/** Names what is left of an update by what the object does in the document; only a bad file pays for this walk. */
export function nameUnexplained(explanation: Explanation): Finding[] {
  const { changes, before, after, references, revision } = explanation.update;
  const left = [...changes.values()].filter(({ num }) => !explanation.isExplained(num)).slice(0, NAMED);
  if (left.length === 0) return [];
  const old = placesOf(before);
  const now = left.some(({ kind }) => kind === 'added') ? placesOf(after) : old;
  const isReferred = new Set<number>();
  for (const { after: value } of changes.values()) eachRef(value, ({ num }) => isReferred.add(num));
  return left.map((change) => {
    const place = change.kind === 'added' ? now.get(change.num) : old.get(change.num);
    const isOrphan =
      change.kind === 'added' && !isReferred.has(change.num) && references.to(change.num).size === 0;
    const kind = isOrphan ? 'UNREFERENCED_OBJECT' : kindOf(change, place?.role);
    return {
      kind,
      revision,
      where: `object ${change.num}`,
      ...(place?.page === undefined ? {} : { page: place.page }),
    };
  });
}

const ROLE_KINDS: Readonly<Record<Role, ChangeKind>> = {
  content: 'CONTENT_REPLACED',
  font: 'FONT_REPLACED',
  overlay: 'RESOURCE_REPLACED',
  resource: 'RESOURCE_REPLACED',
  annotation: 'ANNOTATION_CHANGED',
  appearance: 'FIELD_APPEARANCE_REPLACED',
  field: 'FIELD_CHANGED',
  page: 'PAGE_CHANGED',
  tree: 'PAGES_CHANGED',
  layers: 'LAYERS_CHANGED',
  script: 'SCRIPT_ADDED',
  form: 'FIELD_CHANGED',
  information: 'INFORMATION_CHANGED',
};

function kindOf(change: ObjectChange, role: Role | undefined): ChangeKind {
  const { before, kind } = change;
  if (isName(dictOf(before)?.get('Type') ?? null, 'ObjStm')) return 'OBJECT_STREAM_REPLACED';
  const isDrawn = role === 'overlay' || role === 'annotation' || role === 'appearance';
  if (isDrawn && (kind === 'freed' || draws(before) > 4 * draws(change.after))) return 'OVERLAY_REMOVED';
  if (role !== undefined) return ROLE_KINDS[role];
  return kind === 'freed' ? 'OBJECT_FREED' : 'OBJECT_CHANGED';
}

/** Bytes of drawing; an overlay that shrinks to nothing uncovers what is below. */
const draws = (value: PdfValue): number => (value instanceof PdfStream ? value.raw.length : 0);

function placesOf(view: PdfView): Map<number, Place> {
  const places = new Map<number, Place>();
  const { root } = view;
  const mark = (value: PdfValue, place: Place): void => {
    const open = [{ value, role: place.role }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { role } = next;
      eachRef(next.value, ({ num }) => {
        const target = view.object(num);
        if (places.has(num) || isPage(target) || isName(dictOf(target)?.get('Type') ?? null, 'Pages')) return;
        const refined = refine(role, target);
        places.set(num, { ...place, role: refined });
        open.push({ value: target, role: refined });
      });
    }
  };
  for (const [at, num] of pageNumbers(view).entries()) {
    const page = at + 1;
    const dict = view.dict(new PdfRef(num, 0)) ?? dictOf(view.object(num));
    if (!dict) continue;
    places.set(num, { role: 'page', page });
    mark(dict.get('Contents'), { role: 'content', page });
    mark(dict.get('Resources'), { role: 'resource', page });
    markAnnotations(view, dict.get('Annots'), page, places, mark);
  }
  mark(root.get('OCProperties'), { role: 'layers' });
  for (const key of ['OpenAction', 'AA', 'Names']) mark(root.get(key), { role: 'script' });
  mark(root.get('AcroForm'), { role: 'form' });
  for (const value of [root.get('Metadata'), view.trailer.get('Info')]) mark(value, { role: 'information' });
  markTree(view, root.get('Pages'), places, 0);
  return places;
}

function markAnnotations(
  view: PdfView,
  annotations: PdfValue,
  page: number,
  places: Map<number, Place>,
  mark: (value: PdfValue, place: Place) => void,
): void {
  for (const annotation of view.array(annotations)) {
    const dict = view.dict(annotation);
    if (!dict) continue;
    const isWidget = isField(dict);
    if (annotation instanceof PdfRef && !places.has(annotation.num))
      places.set(annotation.num, { role: isWidget ? 'field' : 'annotation', page });
    mark(dict.get('AP'), { role: isWidget ? 'appearance' : 'annotation', page });
    for (const key of ['A', 'AA']) mark(dict.get(key), { role: 'script', page });
  }
  if (annotations instanceof PdfRef && !places.has(annotations.num))
    places.set(annotations.num, { role: 'annotation', page });
}

function markTree(view: PdfView, node: PdfValue, places: Map<number, Place>, depth: number): void {
  if (!(node instanceof PdfRef) || places.has(node.num) || depth > 32) return;
  places.set(node.num, { role: 'tree' });
  const dict = view.dict(node);
  if (isName(dict?.get('Type') ?? null, 'Pages'))
    for (const kid of view.array(dict?.get('Kids'))) markTree(view, kid, places, depth + 1);
}

const FONT_TYPES = new Set(['Font', 'FontDescriptor', 'Encoding', 'CMap']);

function refine(role: Role, target: PdfValue): Role {
  if (role !== 'resource' && role !== 'font') return role;
  const dict = dictOf(target);
  if (role === 'font' || FONT_TYPES.has(nameOf(dict?.get('Type')) ?? '')) return 'font';
  const subtype = nameOf(dict?.get('Subtype'));
  return subtype === 'Form' || subtype === 'Image' ? 'overlay' : role;
}
