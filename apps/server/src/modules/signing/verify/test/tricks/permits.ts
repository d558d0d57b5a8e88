import {
  addDocumentTimestamp,
  addEvidence,
  completeEvidence,
  makePdf,
  OBJECT,
  type Objects,
  objectText,
  signPdf,
  update,
} from '../pdf-maker.ts';
import { openScene, type Scene } from '../scene.ts';
import {
  append,
  certifiedWith,
  contractObjects,
  FORM,
  fillAndSign,
  filledField,
  formObjects,
  MORE,
  textForm,
} from './contract.ts';
import type { Trick } from './index.ts';

const none = 'a certification that is none';
const others = 'a certification used against another signer';
export const drawn = 'fields and notes that a certification permits';
const locked = 'a field that a signature locked';

const sheet = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (sheet) /Rect [0 0 595 842] /F 4 /P 3 0 R >>';
const swap = (bytes: Buffer): Objects =>
  filledField(
    bytes,
    FORM.sheet,
    '-',
    textForm(') Tj ET 1 g 0 0 595 842 re f 0 g BT /F 12 Tf 72 700 Td (Bold gives his house', '0 0 595 842'),
  );

/** With all that proves it, so that only a change can spoil it. */
const proven = async ({ country }: Scene, signed: Buffer): Promise<Buffer> =>
  addEvidence(signed, await completeEvidence(country, [country.bold, country.saruul]));

/** Signed by Bold with permissions that nobody gave, then the whole sheet exchanged. */
const claimed = (name: string, dictionary: string, perms = '/Perms << /DocMDP 50 0 R >>'): Trick => ({
  kind: none,
  name,
  make: async (scene) => {
    const objects = formObjects({ [FORM.sheet]: sheet, 50: dictionary });
    objects[OBJECT.catalog] = (objects[OBJECT.catalog] ?? '').replace(/ >>$/, ` ${perms} >>`);
    const signed = await proven(scene, await signPdf(scene.country, makePdf(objects), { timestamp: true }));
    return update(signed, swap(signed));
  },
});
const reference = (parameters: string) =>
  `/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << ${parameters} >> >>]`;
const bare = (parameters = '/P 2 /V /1.2', type = '/Type /Sig') => `<< ${type} ${reference(parameters)} >>`;

/** Certified by somebody, signed by Saruul, then changed: hers must fail. */
const afterApproval = (
  name: string,
  change: (bytes: Buffer, scene: Scene) => Buffer | Promise<Buffer>,
  { level = 2, more = {}, kind = others }: { level?: 2 | 3; more?: Objects; kind?: string } = {},
): Trick => ({
  kind,
  name,
  victim: 1,
  make: async (scene) => {
    const { country } = scene;
    const certified = await signPdf(country, makePdf(formObjects(more)), {
      ...certifiedWith(level),
      timestamp: true,
    });
    const approved = await signPdf(country, certified, { signer: country.saruul, timestamp: true });
    return change(await proven(scene, approved), scene);
  },
});

/** Certified by Bold alone, then changed: his own must fail. */
export const afterCertification = (
  name: string,
  change: (bytes: Buffer) => Buffer,
  { level = 2, more = {} }: { level?: 2 | 3; more?: Objects } = {},
): Trick => ({
  kind: drawn,
  name,
  make: async (scene) => {
    const certified = await signPdf(scene.country, makePdf(formObjects(more)), {
      ...certifiedWith(level),
      timestamp: true,
      rect: '450 700 550 740',
      appearance: '0 0 1 rg 0 0 100 50 re f 1 g 10 10 20 30 re f 50 10 20 30 re f',
    });
    return change(await proven(scene, certified));
  },
});

const note = (num: number, rect: string, more = '') => ({
  [num]: `<< /Type /Annot /Subtype /Text /Rect [${rect}] /P 3 0 R /F 4 /Contents (?) /AP << /N ${num + 200} 0 R >> ${more} >>`,
  [num + 200]: textForm(') Tj ET 1 g 0 0 100 100 re f 0 g BT /F 12 Tf 2 5 Td (9', '0 0 30 30'),
});
const addNotes = (bytes: Buffer, notes: Objects, nums = Object.keys(notes).map(Number)): Buffer =>
  update(bytes, {
    [OBJECT.page]: append(objectText(bytes, OBJECT.page), 'Annots', ...nums.filter((num) => num < 400)),
    ...notes,
  });
const wall = (): Objects =>
  Object.assign(
    {},
    ...Array.from({ length: 72 }, (_, at) =>
      note(
        220 + at,
        `${330 + 30 * (at % 8)} ${100 + 30 * Math.floor(at / 8)} ${360 + 30 * (at % 8)} ${130 + 30 * Math.floor(at / 8)}`,
      ),
    ),
  );

/** Locks the field that waits for a signature, which Saruul then signs. */
const signLocked = (name: string, more: string, lock = ''): Trick => ({
  kind: locked,
  name,
  make: async (scene) => {
    const { country } = scene;
    const locking = await signPdf(country, makePdf(contractObjects()), {
      timestamp: true,
      more,
      change: (objects, { widget }) => ({
        ...objects,
        [widget]: (objects[widget] ?? '').replace(/ >>$/, ` ${lock} >>`),
      }),
    });
    const signed = await proven(scene, locking);
    return signPdf(country, signed, {
      signer: country.saruul,
      timestamp: true,
      change: (objects, { signature }) => ({
        [signature]: objects[signature] ?? '',
        [MORE.open]: objectText(signed, MORE.open).replace(/ >>$/, ` /V ${signature} 0 R >>`),
      }),
    });
  },
});
const fieldLock = (parameters: string) =>
  `/Reference [<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams /V /1.2 ${parameters} >> >>]`;

/** By a certifier who is nobody, then signed by Bold, then the amount replaced. */
const byNobody = (name: string, options: object): Trick => ({
  kind: none,
  name,
  victim: 1,
  make: async (scene) => {
    const { country } = scene;
    const { bold, chain } = (await openScene()).country;
    const certified = await signPdf(country, makePdf(formObjects()), {
      ...certifiedWith(2),
      signer: bold,
      chain,
      ...options,
    });
    const signed = await proven(scene, await signPdf(country, certified, { timestamp: true }));
    return update(signed, filledField(signed, FORM.amount, '999000'));
  },
});

export const permitTricks: Trick[] = [
  { ...claimed('a bare dictionary', bare()), isQuick: true },
  claimed('a bare dictionary that allows notes', bare('/P 3 /V /1.2')),
  claimed('a dictionary of no type', bare('/P 2', '')),
  claimed('without a level', bare('/V /1.2')),
  claimed('an unknown level', bare('/P 9')),
  claimed('written into the catalog', 'null', `/Perms << /DocMDP ${bare()} >>`),
  claimed('twice in one dictionary', bare(), '/Perms << /DocMDP 50 0 R /DocMDP 50 0 R >>'),
  {
    kind: none,
    name: 'really signed, but in no field',
    isQuick: true,
    make: async (scene) => {
      const { country } = scene;
      const objects = formObjects({ [FORM.sheet]: sheet });
      const certified = await signPdf(country, makePdf(objects), {
        ...certifiedWith(2),
        signer: country.saruul,
        change: (written, { signature }) => ({
          [signature]: written[signature] ?? '',
          [OBJECT.catalog]: written[OBJECT.catalog] ?? '',
        }),
      });
      const signed = await proven(scene, await signPdf(country, certified, { timestamp: true }));
      return update(signed, swap(signed));
    },
  },
  {
    kind: none,
    name: 'by the second signature',
    make: async ({ country }) => {
      const objects = formObjects({ [FORM.sheet]: sheet });
      const signed = await signPdf(country, makePdf(objects), { timestamp: true });
      const certified = await signPdf(country, signed, { ...certifiedWith(2), signer: country.saruul });
      return update(certified, swap(certified));
    },
  },
  { ...byNobody('of a stranger', {}), isQuick: true },
  byNobody('of a broken signature', { signer: undefined, chain: undefined, faults: { wrongValue: true } }),
  {
    ...afterApproval('a value replaced, by nobody', (bytes) =>
      update(bytes, filledField(bytes, FORM.amount, '999000')),
    ),
    isQuick: true,
  },
  afterApproval('a value replaced, by somebody who signs', (bytes, scene) =>
    fillAndSign(scene, bytes, filledField(bytes, FORM.amount, '999000')),
  ),
  afterApproval('an empty field filled, by nobody', (bytes) =>
    update(bytes, filledField(bytes, FORM.remarks, 'and a house')),
  ),
  afterApproval('an empty field filled, by a stranger', async (bytes, scene) => {
    const { bold, chain } = (await openScene()).country;
    return fillAndSign(scene, bytes, filledField(bytes, FORM.remarks, 'and a house'), {
      signer: bold,
      chain,
    });
  }),
  afterApproval('an empty field filled, under a broken signature', (bytes, scene) =>
    fillAndSign(scene, bytes, filledField(bytes, FORM.remarks, 'and a house'), {
      faults: { wrongValue: true },
    }),
  ),
  afterApproval('an empty field filled, under a timestamp', (bytes, { country }) =>
    addDocumentTimestamp(country, bytes, {
      change: (objects) => ({ ...objects, ...filledField(bytes, FORM.remarks, 'and a house') }),
    }),
  ),
  afterApproval(
    'a field without a value that showed one',
    (bytes, scene) => fillAndSign(scene, bytes, filledField(bytes, FORM.remarks, '999000')),
    {
      more: {
        [FORM.remarks]:
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (remarks) /Rect [350 560 450 580] /F 4 /P 3 0 R /AP << /N 9 0 R >> >>',
      },
    },
  ),
  afterApproval(
    'an empty field of the same name',
    (bytes, scene) => fillAndSign(scene, bytes, filledField(bytes, FORM.namesake, '999000')),
    {
      more: {
        [FORM.namesake]:
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /Rect [350 480 450 500] /F 4 /P 3 0 R >>',
      },
    },
  ),
  afterApproval(
    'a box ticked without a value',
    (bytes, scene) =>
      fillAndSign(scene, bytes, {
        [FORM.box]: objectText(bytes, FORM.box).replace('/AS /Yes', '/AS /Off'),
      }),
    {
      more: {
        [FORM.box]: (formObjects()[FORM.box] ?? '').replace('/V /Off /AS /Off', '/AS /Yes'),
      },
    },
  ),
  afterApproval(
    'an empty field over a filled one',
    (bytes, scene) => fillAndSign(scene, bytes, filledField(bytes, FORM.sheet, '999000')),
    { more: { [FORM.sheet]: sheet.replace('[0 0 595 842]', '[345 598 455 622]') } },
  ),
  afterApproval('a note', (bytes) => addNotes(bytes, note(220, '500 400 530 430')), { level: 3 }),
  {
    ...afterCertification('a field as large as the page', (bytes) => update(bytes, swap(bytes)), {
      more: { [FORM.sheet]: sheet },
    }),
    isQuick: true,
  },
  afterCertification(
    'a field over the text',
    (bytes) => update(bytes, filledField(bytes, FORM.sheet, '900000 tugrik')),
    { more: { [FORM.sheet]: sheet.replace('[0 0 595 842]', '[72 695 200 715]') } },
  ),
  afterCertification(
    'a field over the mark of the certifier',
    (bytes) => update(bytes, filledField(bytes, FORM.sheet, 'Saruul')),
    { more: { [FORM.sheet]: sheet.replace('[0 0 595 842]', '[450 700 550 740]') } },
  ),
  afterCertification(
    'a button that shows a picture',
    (bytes) => update(bytes, filledField(bytes, FORM.sheet, 'x', textForm('and a house'))),
    {
      more: {
        [FORM.sheet]: sheet.replace('/Tx', '/Btn /Ff 65536').replace('[0 0 595 842]', '[350 400 450 420]'),
      },
    },
  ),
  afterCertification('a rich text beside the value', (bytes) => {
    const filled = filledField(bytes, FORM.remarks, 'none');
    return update(bytes, {
      ...filled,
      [FORM.remarks]: (filled[FORM.remarks] ?? '').replace(/ >>$/, ' /RV (<p>and a house</p>) >>'),
    });
  }),
  {
    ...afterCertification('a note over a digit', (bytes) => addNotes(bytes, note(220, '130 695 150 715')), {
      level: 3,
    }),
    isQuick: true,
  },
  afterCertification(
    'a note as small as a point, whose symbol covers a digit',
    (bytes) =>
      addNotes(bytes, {
        220: '<< /Type /Annot /Subtype /Text /Rect [125 714 126 715] /P 3 0 R /Contents (?) >>',
      }),
    { level: 3 },
  ),
  afterCertification('a wall of notes', (bytes) => addNotes(bytes, wall()), { level: 3 }),
  afterCertification(
    'an open window of a note',
    (bytes) =>
      addNotes(bytes, {
        220: '<< /Type /Annot /Subtype /Popup /Rect [0 0 595 842] /Open true /Contents (?) /P 3 0 R >>',
      }),
    { level: 3 },
  ),
  { ...signLocked('by its name', fieldLock('/Action /Include /Fields [(fourth)]')), isQuick: true },
  signLocked('by all', fieldLock('/Action /All')),
  signLocked('by all but others', fieldLock('/Action /Exclude /Fields [(amount)]')),
  signLocked(
    'by the field of the signature',
    '',
    '/Lock << /Type /SigFieldLock /Action /Include /Fields [(fourth)] >>',
  ),
  signLocked(
    'by a level in the field of the signature',
    '',
    '/Lock << /Type /SigFieldLock /Action /Include /Fields [(amount)] /P 1 >>',
  ),
];
