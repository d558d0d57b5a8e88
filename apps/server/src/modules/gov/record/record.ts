import { createHash } from 'node:crypto';
import type { Database, Reader } from '../../../kernel/db/database.ts';
import { signedIn } from '../../../kernel/http/access.ts';
import { type Actor, identityOf, ownerOf } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Text } from '../../../kernel/http/language.ts';
import type { Mount } from '../../../kernel/http/row.ts';
import { localMinute, platformZone } from '../../../kernel/local-day.ts';
import { sendBytes } from '../../files/index.ts';
import {
  type Block,
  documentDownloads,
  type IssuedDocuments,
  type Page,
} from '../../issued-documents/index.ts';
import { actsOnApplication } from '../acting-rules.ts';
import { nameIn } from '../applications.ts';
import { type FactRow, listApplicationFacts } from '../facts/store.ts';
import { listFiles, type PaperRow } from '../papers/store.ts';
import type { GovServiceRow } from '../services/service-fields.ts';
import { serviceOf } from '../services/store.ts';
import { type ApplicationRow, findOwnApplication } from '../store.ts';
import { describeAnswers, splitLine } from './describe-answers.ts';

export interface RecordDeps {
  database: Database;
  documents: IssuedDocuments;
  appOrigin: string;
  /** The name of the platform. */
  issuerName: () => Promise<string>;
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What the person sent, for their own papers; sealed, so that nobody can doubt it later. */
export function recordMount(deps: RecordDeps): Mount {
  return {
    id: 'gov.applications.record',
    methods: ['GET'],
    path: '/api/v1/gov/applications/:id/record/document',
    access: signedIn,
    acting: actsOnApplication('view'),
    limit: documentDownloads,
    summary: 'The record of one’s own application as a PDF with the seal of the platform',
    media: { gives: ['application/pdf'] },
    handle: async (request, reply, actor) => {
      const { id } = request.params as { id: string };
      const person = actor as Actor;
      const sent = uuid.test(id)
        ? await readSent(deps.database.reader(identityOf(person)), id, ownerOf(person))
        : fail(kernelErrors.not_found);
      const print = { appOrigin: deps.appOrigin, platform: await deps.issuerName() };
      const { bytes } = await deps.documents.give({
        kind: 'application',
        id: digestId(recordPage(sent, { ...print, sealedBy: '' })),
        userId: sent.row.user_id,
        partyId: sent.row.party_id,
        page: (sealedBy) => recordPage(sent, { ...print, sealedBy }),
      });
      const name = `${sent.row.reference_no}.pdf`;
      return sendBytes(request, reply, bytes, { name, type: 'application/pdf' });
    },
  };
}

interface Sent {
  row: ApplicationRow;
  service: GovServiceRow | undefined;
  papers: PaperRow[];
  facts: FactRow[];
}

async function readSent(db: Reader, id: string, owner: string): Promise<Sent> {
  const row = (await findOwnApplication(db, id, owner)) ?? fail(kernelErrors.not_found);
  const [service, papers, facts] = await Promise.all([
    serviceOf(db, row),
    listFiles(db, { kind: 'application', id }),
    listApplicationFacts(db, id),
  ]);
  return { row, service, papers, facts };
}

/** Changed answers make another document instead of changing a sealed one. */
function digestId(page: Page): string {
  const digest = createHash('sha256').update(JSON.stringify(page)).digest('hex');
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const same = (text: string): Text => ({ mn: text, en: text });
const line = (mn: string, en: string, value: Text) => ({ label: { mn, en }, value });
const inBoth = (name: NonNullable<ApplicationRow['filed_by']>): Text => ({
  mn: nameIn(name, 'mn'),
  en: nameIn(name, 'en'),
});
const at = (time: string) => same(`${localMinute(new Date(time))} (${platformZone()})`);

function recordPage(
  { row, service, papers, facts }: Sent,
  print: { appOrigin: string; platform: string; sealedBy: string },
): Page {
  const titleOf = (slot: string | null): Text =>
    service?.form?.['x-papers']?.find(({ key }) => key === slot)?.['x-title'] ?? {
      mn: 'Бусад файл',
      en: 'Other file',
    };
  const given = [
    ...facts.map((fact) => ({ label: titleOf(fact.slot), value: fetchedFrom(fact) })),
    ...papers.map(({ slot, name, sha256 }) => ({
      label: titleOf(slot),
      value: same(`${name}, SHA-256: ${sha256}`),
    })),
  ];
  const agency = { mn: row.agency, en: service?.agency_en || row.agency };
  const blocks: Block[] = [
    {
      table: [
        line('Хүсэлтийн дугаар', 'Application number', same(row.reference_no)),
        line('Үйлчилгээ', 'Service', row.service_name),
        ...(row.agency === '' ? [] : [line('Хариуцах байгууллага', 'Authority', agency)]),
        line('Хүсэлт гаргагч', 'Applicant', inBoth(row.applicant)),
        ...(row.filed_by === null
          ? []
          : [line('Төлөөлж илгээсэн', 'Sent on behalf by', inBoth(row.filed_by))]),
        line('Хүлээн авсан', 'Received', at(row.submitted_at)),
        ...(row.answered_at === null
          ? []
          : [line('Нэмэлт мэдээлэл өгсөн', 'Information added', at(row.answered_at))]),
        ...(row.note === '' ? [] : splitLine({ mn: 'Нэмж хэлсэн', en: 'Note' }, same(row.note))),
      ],
    },
    ...describeAnswers(service?.form ?? null, row.payload).flatMap(({ title, lines }): Block[] => [
      { heading: title },
      { table: lines },
    ]),
    ...(given.length === 0
      ? []
      : [{ heading: { mn: 'Бичиг баримт', en: 'Papers' } }, { table: given } satisfies Block]),
    { space: 10 },
    {
      sentence: {
        mn: 'Энэ баримт юуг хэзээ хүлээн авсныг нотолно. Шийдвэр биш.',
        en: 'This record proves what was received and when. It is not a decision.',
      },
    },
  ];
  return {
    authority: same(print.platform),
    title: { mn: 'Хүсэлтийн баримт', en: 'Record of an application' },
    blocks,
    verification: {
      url: `${print.appOrigin}/sign/verify`,
      instruction: {
        mn: 'Энэ PDF файлыг доорх хуудсанд оруулж шалгана. Хэвлэсэн хуулбар нотолгоо болохгүй.',
        en: 'Check this PDF file on the page below. A printed copy proves nothing.',
      },
      sealedBy: print.sealedBy,
      sealUrl: `${print.appOrigin}/sign/verify`,
    },
    number: row.reference_no,
    creator: print.platform,
    issuedAt: row.answered_at ?? row.submitted_at,
  };
}

/** The answer itself is not repeated: it belongs to the agency, and the officer has it. */
const fetchedFrom = ({ agency, answered_at: answered }: FactRow): Text => {
  const time = answered === null ? '' : `, ${localMinute(new Date(answered))}`;
  return { mn: `Төрийн мэдээллийн сангаас: ${agency.mn}${time}`, en: `From the agency: ${agency.en}${time}` };
};
