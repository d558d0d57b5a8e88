import { type BaseBlock, Constructed, Sequence } from 'asn1js';
import type { Budget } from './budget.ts';
import { type Certificate, readCertificate } from './certificates.ts';
import { ATTRIBUTE, type Cms } from './cms.ts';
import type { PdfFile, PdfView } from './pdf/document.ts';
import { PdfRef, PdfStream, type PdfValue } from './pdf/values.ts';

/** An OCSP answer or a revocation list. */
export interface RevocationItem {
  kind: 'ocsp' | 'crl';
  der: Buffer;
  /** The revision that brought it; null when the caller fetched it. */
  revision: number | null;
  /** When the caller asked the authority; null for what the document carries. */
  askedAt: Date | null;
}

export interface Evidence {
  items: RevocationItem[];
  certificates: Certificate[];
}

/** An answer of an authority in DER. */
export interface GivenAnswer {
  der: Uint8Array;
  askedAt: Date;
}

export interface GivenEvidence {
  ocsps: readonly GivenAnswer[];
  crls: readonly GivenAnswer[];
}

/** Everything that the security stores of all revisions hold: a later revision cannot take evidence away. */
export function collectEvidence(file: PdfFile, given: GivenEvidence): Evidence {
  const evidence: Evidence = { items: [], certificates: [] };
  for (const [kind, list] of [
    ['ocsp', given.ocsps],
    ['crl', given.crls],
  ] as const)
    for (const { der, askedAt } of list)
      evidence.items.push({ kind, der: Buffer.from(der), revision: null, askedAt });
  const seen = new Set<string>();
  for (let revision = 0; revision < file.revisions.length; revision += 1) {
    const view = file.view(revision);
    const store = view.dict(view.root.get('DSS'));
    const take = (key: string, use: (der: Buffer) => void) => {
      for (const [id, der] of streamsOf(view, store?.get(key) ?? null, file.budget, seen)) {
        seen.add(id);
        use(der);
      }
    };
    take('Certs', (der) => {
      const certificate = readCertificate(der);
      if (certificate) evidence.certificates.push(certificate);
    });
    take('OCSPs', (der) => evidence.items.push({ kind: 'ocsp', der, revision, askedAt: null }));
    take('CRLs', (der) => evidence.items.push({ kind: 'crl', der, revision, askedAt: null }));
  }
  return evidence;
}

function* streamsOf(
  view: PdfView,
  list: PdfValue,
  budget: Budget,
  seen: ReadonlySet<string>,
): Generator<[string, Buffer]> {
  for (const item of view.array(list)) {
    const entry = item instanceof PdfRef ? view.entry(item.num) : undefined;
    const id = entry?.kind === 'at' ? `${entry.offset}` : undefined;
    const stream = view.resolve(item);
    if (id === undefined || seen.has(id) || !(stream instanceof PdfStream)) continue;
    const der = view.decode(stream);
    budget.spend('evidenceItems', 1);
    budget.spend('evidenceBytes', der.length);
    yield [id, Buffer.from(der)];
  }
}

/** adbe-revocationInfoArchival: `{ [0] SEQUENCE OF CRL, [1] SEQUENCE OF OCSPResponse }`, as older signers carry it. */
export function archivedIn(cms: Cms, revision: number): RevocationItem[] {
  const [archive] = cms.parsed.signed.get(ATTRIBUTE.revocationArchive) ?? [];
  if (!(archive instanceof Sequence)) return [];
  return archive.valueBlock.value.flatMap((part): RevocationItem[] => {
    if (!(part instanceof Constructed)) return [];
    const kind = part.idBlock.tagNumber === 0 ? 'crl' : 'ocsp';
    const [list] = part.valueBlock.value;
    const items = list instanceof Sequence ? (list.valueBlock.value as BaseBlock[]) : [];
    return items
      .slice(0, 16)
      .map((item) => ({ kind, der: Buffer.from(item.valueBeforeDecodeView), revision, askedAt: null }));
  });
}
