import {
  ops,
  type PDF,
  type PDFPage,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';

/** The roles of ISO 32000-1, 14.8.4 that our documents use. */
export type Role = 'Document' | 'H1' | 'H2' | 'P' | 'Span' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

export interface Element {
  readonly role: Role;
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly kids: PdfArray;
}

export interface ElementOptions {
  lang?: 'mn-MN' | 'en';
  /** Alternative text of a picture. */
  alt?: string;
  /** The position of a figure: left, bottom, right, top. */
  box?: readonly [number, number, number, number];
}

/**
 * The structure for screen readers: all content is either tagged with an element or marked as an artifact.
 */
export interface TaggedPdf {
  readonly root: Element;
  add(role: Role, parent: Element, options?: ElementOptions): Element;
  mark(page: PDFPage, element: Element, draw: () => void): void;
  artifact(page: PDFPage, draw: () => void): void;
  /** Writes the structure tree and the PDF/UA-1 claim (ISO 14289-1) into the document. */
  finish(title: string): void;
}

const name = (text: string) => PdfName.of(text);
const number = (value: number) => PdfNumber.of(value);
const text = (value: string) => PdfString.fromString(value);

export function tagPdf(pdf: PDF, lang: string): TaggedPdf {
  const tree = PdfDict.of({ Type: name('StructTreeRoot') });
  const treeRef = pdf.register(tree);
  /** The elements of each page, indexed by the id of their marked content. */
  const marked = new Map<PDFPage, PdfRef[]>();

  const make = (role: Role, parent: PdfRef, { alt, lang: own, box }: ElementOptions = {}): Element => {
    const kids = new PdfArray();
    const dict = PdfDict.of({
      Type: name('StructElem'),
      S: name(role),
      P: parent,
      K: kids,
      ...(own === undefined ? {} : { Lang: text(own) }),
      ...(alt === undefined ? {} : { Alt: text(alt) }),
      ...(role === 'TH' ? { A: PdfDict.of({ O: name('Table'), Scope: name('Row') }) } : {}),
      ...(box === undefined ? {} : { A: layoutOf(box) }),
    });
    return { role, kids, dict, ref: pdf.register(dict) };
  };
  const root = make('Document', treeRef);
  tree.set('K', PdfArray.of(root.ref));

  return {
    root,
    add: (role, parent, options) => {
      const element = make(role, parent.ref, options);
      parent.kids.push(element.ref);
      return element;
    },
    mark: (page, element, draw) => {
      const elements = marked.get(page) ?? [];
      marked.set(page, elements);
      const id = number(elements.length);
      elements.push(element.ref);
      element.kids.push(PdfDict.of({ Type: name('MCR'), Pg: page.ref, MCID: id }));
      page.drawOperators([ops.beginMarkedContentProps(`/${element.role}`, PdfDict.of({ MCID: id }))]);
      draw();
      page.drawOperators([ops.endMarkedContent()]);
    },
    artifact: (page, draw) => {
      page.drawOperators([ops.beginMarkedContent('/Artifact')]);
      draw();
      page.drawOperators([ops.endMarkedContent()]);
    },
    finish: (title) => {
      const numbers: PdfObject[] = [];
      [...marked].forEach(([page, elements], index) => {
        page.dict.set('StructParents', number(index));
        page.dict.set('Tabs', name('S'));
        numbers.push(number(index), pdf.register(PdfArray.of(...elements)));
      });
      tree.set('ParentTree', pdf.register(PdfDict.of({ Nums: PdfArray.of(...numbers) })));
      tree.set('ParentTreeNextKey', number(marked.size));
      pdf.setTitle(title, { showInWindowTitleBar: true });
      pdf.setLanguage(lang);
      const catalog = pdf.getCatalog();
      catalog.set('StructTreeRoot', treeRef);
      catalog.set('MarkInfo', PdfDict.of({ Marked: PdfBool.of(true) }));
      catalog.set(
        'Metadata',
        pdf.register(
          PdfStream.fromDict(
            { Type: name('Metadata'), Subtype: name('XML') },
            new TextEncoder().encode(describe(title, lang)),
          ),
        ),
      );
    },
  };
}

function layoutOf(box: readonly number[]): PdfDict {
  return PdfDict.of({
    O: name('Layout'),
    Placement: name('Block'),
    BBox: PdfArray.of(...box.map(number)),
  });
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function describe(title: string, lang: string): string {
  const safe = title.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
  return `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${safe}</rdf:li></rdf:Alt></dc:title>
   <dc:language><rdf:Bag><rdf:li>${lang}</rdf:li><rdf:li>en</rdf:li></rdf:Bag></dc:language>
   <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}
