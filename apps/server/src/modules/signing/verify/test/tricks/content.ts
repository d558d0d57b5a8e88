import { OBJECT, objectText, signPdf, stream, update } from '../pdf-maker.ts';
import { append, forged, forgedPage, MORE, prepare, rewrite, signContract } from './contract.ts';
import type { Trick } from './index.ts';

type Change = [num: number, from: string | RegExp, to: string, more?: Record<number, string>];
const change = (kind: string, name: string, ...args: Change): Trick => ({
  kind,
  name,
  make: async (scene) => rewrite(await signContract(scene), ...args),
});
/** The same inside the update of an intact later signature. */
const signedChange = (
  kind: string,
  name: string,
  num: number,
  from: string | RegExp,
  to: string,
  more = {},
): Trick => ({
  kind,
  name: `${name}, in the update of a later signature`,
  make: async (scene) => {
    const signed = await signContract(scene);
    return signPdf(scene.country, signed, {
      signer: scene.country.saruul,
      timestamp: true,
      change: (objects) => ({
        ...objects,
        [num]: (objects[num] ?? objectText(signed, num)).replace(from, to),
        ...more,
      }),
    });
  },
});

const pages = 'pages and their content';
const actions = 'scripts, links and files';
const forms = 'the form';
const catalog = 'the catalog and the information';
const { page, pages: tree, content, font, overlay, form, field, appearance } = OBJECT;
const add = (text: string): [string | RegExp, string] => [/ >>$/, ` ${text} >>`];

export const contentTricks: Trick[] = [
  { ...change(pages, 'content replaced', content, /^[\s\S]*$/, forgedPage), isQuick: true },
  change(pages, 'content added', page, '/Contents 4 0 R', '/Contents [4 0 R 60 0 R]', { 60: forgedPage }),
  change(pages, 'content of an unused object', page, '/Contents 4 0 R', '/Contents 11 0 R'),
  change(pages, 'resources replaced', page, '/O 6 0 R', '/O 60 0 R', { 60: forged }),
  change(pages, 'a form replaced', overlay, /^[\s\S]*$/, forged),
  change(pages, 'a font replaced', font, '/Helvetica', '/Symbol'),
  change(
    pages,
    'a font with another encoding',
    font,
    '/Helvetica',
    '/Helvetica /Encoding << /Differences [49 /nine] >>',
  ),
  change(pages, 'resources of the tree', tree, ...add('/Resources << /Font << /F 60 0 R >> >>'), {
    60: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
  }),
  change(pages, 'turned', page, '/Contents', '/Rotate 180 /Contents'),
  change(pages, 'turned by the tree', tree, '/Rotate 0', '/Rotate 180'),
  change(pages, 'cut', page, '/Contents', '/CropBox [0 0 595 300] /Contents'),
  change(pages, 'cut by the tree', tree, '/Count 2', '/Count 2 /CropBox [0 0 595 300]'),
  change(pages, 'larger units', page, '/Contents', '/UserUnit 10 /Contents'),
  change(pages, 'a page taken away', tree, '[3 0 R 15 0 R] /Count 2', '[3 0 R] /Count 1'),
  change(pages, 'a page added', tree, '[3 0 R 15 0 R] /Count 2', '[3 0 R 15 0 R 14 0 R] /Count 3'),
  change(pages, 'pages in another order', tree, '[3 0 R 15 0 R]', '[15 0 R 3 0 R]'),
  change(pages, 'another count', tree, '/Count 2', '/Count 1'),
  change(pages, 'a page replaced by an array by reference', tree, '[3 0 R 15 0 R]', '60 0 R', {
    60: '[14 0 R 15 0 R]',
  }),
  change(
    pages,
    'another thumbnail and piece of a program',
    page,
    '/Contents',
    '/PieceInfo << /X << /LastModified (D:2031) /Private 60 0 R >> >> /Contents',
    { 60: forged },
  ),
  change(pages, 'a transparency group', page, '/Contents', '/Group << /S /Transparency /I true >> /Contents'),
  signedChange(pages, 'content replaced', content, /^[\s\S]*$/, forgedPage),
  signedChange(pages, 'content added', page, '/Contents 4 0 R', '/Contents [4 0 R 60 0 R]', {
    60: forgedPage,
  }),
  signedChange(pages, 'a font replaced', font, '/Helvetica', '/Symbol'),
  change(pages, 'layers switched on', OBJECT.catalog, '/OFF', '/ON'),
  change(
    pages,
    'a layer defined again',
    MORE.layer,
    '/Name (More)',
    '/Name (More) /Usage << /Print << /PrintState /ON >> >>',
  ),
  change(
    actions,
    'an action at the start',
    OBJECT.catalog,
    ...add('/OpenAction << /S /JavaScript /JS (x) >>'),
  ),
  change(
    actions,
    'an action at the start, escaped',
    OBJECT.catalog,
    ...add('/Open#41ction << /S /JavaScript /JS <78> >>'),
  ),
  change(
    actions,
    'actions of the document',
    OBJECT.catalog,
    ...add('/AA << /WP << /S /JavaScript /JS (x) >> >>'),
  ),
  change(
    actions,
    'actions of a page',
    page,
    '/Contents',
    '/AA << /O << /S /JavaScript /JS (x) >> >> /Contents',
  ),
  change(
    actions,
    'named scripts',
    OBJECT.catalog,
    ...add('/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (x) >>] >> >>'),
  ),
  change(
    actions,
    'attached files',
    OBJECT.catalog,
    ...add('/Names << /EmbeddedFiles << /Names [(a) 60 0 R] >> >>'),
    {
      60: '<< /Type /Filespec /F (a.pdf) /EF << /F 61 0 R >> >>',
      61: stream('x', '/Type /EmbeddedFile'),
    },
  ),
  change(actions, 'a base for links', OBJECT.catalog, ...add('/URI << /Base (https://example.org) >>')),
  change(forms, 'readers draw the fields', form, ...add('/NeedAppearances true')),
  change(forms, 'an XFA form', form, ...add('/XFA 60 0 R'), { 60: stream('<xdp/>') }),
  change(forms, 'other resources', form, ...add('/DR << /Font << /F 60 0 R >> >>'), {
    60: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
  }),
  change(forms, 'another default appearance', form, '(/F 12 Tf)', '(/F 40 Tf)'),
  change(forms, 'an order of calculation', form, ...add('/CO [8 0 R]')),
  change(forms, 'the value of a field', field, '/V (100)', '/V (900)'),
  change(forms, 'the value of a field by reference', field, '/V (100)', '/V 60 0 R', { 60: '<393030>' }),
  change(forms, 'the appearance of a field', appearance, '(100)', '(900)'),
  change(forms, 'fields in another order', form, '[8 0 R 17 0 R', '[17 0 R 8 0 R'),
  change(forms, 'the list of fields by reference', form, /\/Fields \[([^\]]*)\]/, '/Fields 60 0 R', {
    60: '[8 0 R]',
  }),
  change(forms, 'a field added', form, '[8 0 R', '[60 0 R 8 0 R', { 60: '<< /FT /Tx /T (x) /V (900) >>' }),
  {
    kind: forms,
    name: 'an empty signature field added',
    make: async (scene) => {
      const signed = await signContract(scene);
      return update(signed, {
        [form]: append(objectText(signed, form), 'Fields', 60),
        [page]: append(objectText(signed, page), 'Annots', 60),
        60: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (more) /F 4 /Rect [72 690 300 720] /P 3 0 R /AP << /N 61 0 R >> >>',
        61: forged,
      });
    },
  },
  change(catalog, 'another title', OBJECT.information, '(Contract)', '(Receipt)'),
  change(
    catalog,
    'information with a reference',
    OBJECT.information,
    '/Title (Contract)',
    '/Title (Contract) /ModDate 60 0 R',
    { 60: forged },
  ),
  {
    kind: catalog,
    name: 'another catalog',
    make: async (scene) => {
      const signed = await signContract(scene);
      return update(
        signed,
        { 60: objectText(signed, OBJECT.catalog) },
        { trailer: '/Root 60 0 R /Info 10 0 R' },
      );
    },
  },
  change(catalog, 'metadata with a title', OBJECT.catalog, ...add('/Metadata 60 0 R'), {
    60: stream(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:title>Receipt</dc:title></x:xmpmeta>',
      '/Type /Metadata /Subtype /XML',
    ),
  }),
  change(
    catalog,
    'a structure tree',
    OBJECT.catalog,
    ...add('/StructTreeRoot << /Type /StructTreeRoot /K 60 0 R >>'),
    {
      60: '<< /S /P /ActualText (900) /Pg 3 0 R /K 0 >>',
    },
  ),
  change(
    catalog,
    'settings of the viewer',
    OBJECT.catalog,
    ...add('/ViewerPreferences << /ViewArea /MediaBox /PrintArea /MediaBox >>'),
  ),
  change(catalog, 'outlines', OBJECT.catalog, ...add('/Outlines 60 0 R /PageMode /UseOutlines'), {
    60: '<< /Type /Outlines /First 61 0 R /Last 61 0 R >>',
    61: '<< /Title (Paid) /Parent 60 0 R >>',
  }),
  change(catalog, 'a lower version', OBJECT.catalog, ...add('/Version /0.1')),
  change(catalog, 'an extension that is a page', OBJECT.catalog, ...add('/Extensions << /X 60 0 R >>'), {
    60: '<< /Type /Page /Contents 11 0 R >>',
  }),
  change(catalog, 'permissions', OBJECT.catalog, ...add('/Perms << /UR3 << >> >>')),
  change(catalog, 'a collection', OBJECT.catalog, ...add('/Collection << /View /D >>')),
  {
    kind: catalog,
    name: 'evidence that is drawn',
    make: async (scene) => {
      const signed = await signContract(scene);
      const [, store] = /\/DSS (\d+) 0 R/.exec(objectText(signed, OBJECT.catalog)) ?? [];
      return rewrite(signed, Number(store), '/Type /DSS', '/Type /DSS /Extra 60 0 R', { 60: forged });
    },
  },
  {
    kind: catalog,
    name: 'evidence that is no certificate',
    make: async (scene) => {
      const signed = await signContract(scene);
      const [, store] = /\/DSS (\d+) 0 R/.exec(objectText(signed, OBJECT.catalog)) ?? [];
      return rewrite(signed, Number(store), '/Certs [', '/Certs [60 0 R ', { 60: forged });
    },
  },
  {
    kind: pages,
    name: 'a stream of evidence that is content too',
    make: async (scene) => {
      const both = prepare(page, '/Contents 4 0 R', '/Contents [4 0 R 60 0 R]', { 60: stream('0 0 1 rg') });
      const signed = await signContract(scene, both);
      return rewrite(signed, OBJECT.catalog, /\/DSS (\d+) 0 R/, '/DSS << /Certs [60 0 R] >>', {
        60: stream('0 ', ''),
      });
    },
  },
  change(pages, 'an object that nothing uses', OBJECT.information, '(Contract)', '(Contract)', {
    60: '<< /Type /Page >>',
  }),
];
