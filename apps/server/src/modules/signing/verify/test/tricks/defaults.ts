import { type ByItext, byItext } from '../by-itext.ts';
import { OBJECT, type Objects, signPdf } from '../pdf-maker.ts';
import type { Scene } from '../scene.ts';
import { forged, prepare, signContract } from './contract.ts';
import type { Trick } from './index.ts';

/** The contract whose form has no defaults yet. */
export const withoutDefaults = prepare(OBJECT.form, ' /DA (/F 12 Tf)', '');

type Prepared = (objects: Objects) => Objects;
const alsoPrepared =
  (prepared: Prepared): Prepared =>
  (objects) =>
    prepared(withoutDefaults(objects));

export async function signAsItext(
  scene: Scene,
  given: ByItext = {},
  prepared: Prepared = withoutDefaults,
): Promise<Buffer> {
  const signed = await signContract(scene, prepared);
  const { country } = scene;
  return signPdf(country, signed, { signer: country.saruul, timestamp: true, ...byItext(signed, given) });
}

const trick = (name: string, given: ByItext, prepared?: Prepared): Trick => ({
  kind: 'defaults of a later signer',
  name,
  make: (scene) => signAsItext(scene, given, prepared && alsoPrepared(prepared)),
});
const quick = (one: Trick): Trick => ({ ...one, isQuick: true });

const fonts = (entries: string) => ({ form: `/DR << /Font << ${entries} >> >>` });
const embedded =
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [49 /nine] >> >>';
const undrawn = prepare(OBJECT.field, '/AP << /N 9 0 R >>', '');

export const defaultTricks: Trick[] = [
  quick(trick('a font for a field without an appearance', {}, undrawn)),
  trick('a text for a field without an appearance', { form: '/DA (/Helv 40 Tf 1 g)' }, undrawn),
  trick('a font for an appearance without resources', {}, (objects) => ({
    ...objects,
    [OBJECT.appearance]: (objects[OBJECT.appearance] ?? '').replace(/\/Resources << .* >> >> /, ''),
  })),
  trick('fonts where readers draw fields anew', {}, prepare(OBJECT.form, ' >>', ' /NeedAppearances true >>')),
  trick('fonts, and readers shall draw fields anew', { form: '/DA (/F 1 Tf) /NeedAppearances true' }),
  quick(trick('a font of other letters', { ...fonts('/Helv 64 0 R'), more: { 64: embedded } })),
  trick('another font under a known name', fonts('/Helv 63 0 R')),
  trick('a font under another name', fonts('/F 62 0 R')),
  trick(
    'a font in place of one that was there',
    fonts('/Helv 62 0 R'),
    prepare(OBJECT.form, ' >>', ' /DR << /Font << /Helv 5 0 R >> >> >>'),
  ),
  trick('a form that no mark draws', { form: '/DR << /XObject << /FRM 64 0 R >> >>', more: { 64: forged } }),
  trick('a graphics state', { form: '/DR << /ExtGState << /G << /ca 0 >> >> >>' }),
  trick('resources that are no dictionary', { form: '/DR [61 0 R]' }),
  quick(
    trick('a widget with a form that its mark does not draw', {
      resources: '<< /XObject << /FRM 64 0 R >> >>',
      more: { 64: forged },
    }),
  ),
  trick('a widget with a form of the page', { resources: '<< /XObject << /FRM 6 0 R >> >>' }),
  trick('a widget with fonts', { resources: '<< /Font << /Helv 62 0 R >> >>' }),
  quick(trick('a widget with a border of 5', { widget: '/BS << /W 5 >>' })),
  trick('a widget with a border of the usual width', { widget: '/BS << /S /S >>' }),
  trick('a widget with a border in the old way', { widget: '/Border [0 0 5]' }),
  trick('a widget with dashes', { widget: '/Border [0 0 0 [3]]' }),
  trick('a widget that moves when pressed', { widget: '/H /P' }),
  quick(trick('a version that is no name', { version: '(1.7)' })),
  trick('a version that does not exist', { version: '/1.9' }),
];
