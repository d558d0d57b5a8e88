import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../../kernel/bus/bus.ts';
import { remember } from '../../../kernel/bus/remembered.ts';
import type { Database, Reader } from '../../../kernel/db/database.ts';
import { nobody } from '../../../kernel/db/identity.ts';
import type { Language } from '../../../kernel/http/language.ts';
import type { ServiceDetail, ServiceView } from '../schemas.ts';
import { handOverCases } from './authorities.ts';
import { findFormProblem } from './form.ts';
import {
  agencyOfPassport,
  type GovServiceRow,
  type LifeEvent,
  listActive,
  upsertService,
  withdraw,
} from './store.ts';

/** Told to every instance when a service was projected or withdrawn. */
export const servicesChannel = 'gov.services';

/** A published passport, as it is to be applied for. */
export interface ProjectedService {
  passportId: string;
  code: string;
  name: string;
  nameEn: string;
  category: string;
  categoryEn: string;
  agency: string;
  agencyEn: string;
  description: string;
  descriptionEn: string;
  fee: number;
  processingDays: number;
  processingTime: string;
  cofogCode: string;
  cofogLabel: string;
  mainActivity: string;
  sdgCode: string;
  outputType: string;
  outputRefType: string;
  evidence: readonly string[];
  evidenceEn: readonly string[];
  legalBasis: string;
  legalBasisEn: string;
  assuranceLevel: GovServiceRow['assurance_level'];
  fulfilment: GovServiceRow['fulfilment'];
  hasDiscretion: boolean;
  hasAssessment: boolean;
  slaHours: number;
  tacitApproval: boolean;
  lifeEvents: readonly LifeEvent[];
  online: boolean;
  form: Record<string, unknown> | null;
  paymentRequiredBefore: GovServiceRow['payment_required_before'];
}

export type Projection = { outcome: 'projected'; serviceId: string } | { outcome: 'code_exists' };

/**
 * Puts a passport's service before the citizens, in the transaction that publishes it. The caller's own event tells
 * of it. A form must have been checked with `findFormProblem` when it was saved; here it can only be a mistake.
 */
export async function projectService(tx: WriteTx, service: ProjectedService): Promise<Projection> {
  const problem = service.form === null ? undefined : findFormProblem(service.form);
  if (problem !== undefined) throw new Error(`a form that cannot be used was projected: ${problem}`);
  const before = await agencyOfPassport(tx, service.passportId);
  const row = await upsertService(
    tx,
    {
      passport_id: service.passportId,
      code: service.code,
      name: service.name,
      name_en: service.nameEn,
      category: service.category,
      category_en: service.categoryEn,
      agency: service.agency,
      agency_en: service.agencyEn,
      description: service.description,
      description_en: service.descriptionEn,
      fee: service.fee,
      processing_days: service.processingDays,
      processing_time: service.processingTime,
      cofog_code: service.cofogCode,
      cofog_label: service.cofogLabel,
      main_activity: service.mainActivity,
      sdg_code: service.sdgCode,
      output_type: service.outputType,
      output_ref_type: service.outputRefType,
      evidence: [...service.evidence],
      evidence_en: [...service.evidenceEn],
      legal_basis: service.legalBasis,
      legal_basis_en: service.legalBasisEn,
      assurance_level: service.assuranceLevel,
      fulfilment: service.fulfilment,
      has_discretion: service.hasDiscretion,
      has_assessment: service.hasAssessment,
      sla_hours: service.slaHours,
      tacit_approval: service.tacitApproval,
      life_events: [...service.lifeEvents],
      online: service.online,
      form: service.form,
      payment_required_before: service.paymentRequiredBefore,
    },
    tx.now,
  );
  if (row === undefined) return { outcome: 'code_exists' };
  if (before !== undefined && before.agency !== service.agency)
    handOverCases(tx, { serviceId: row.id, from: before.agency, to: service.agency });
  tx.publish(servicesChannel, {});
  return { outcome: 'projected', serviceId: row.id };
}

/** Nobody may apply any more; the row stays, because applications point to it. */
export async function withdrawService(tx: WriteTx, passportId: string): Promise<void> {
  if ((await withdraw(tx, passportId, tx.now)) > 0) tx.publish(servicesChannel, {});
}

/** What may be applied for at this moment, in the order of the alphabet, once per language. */
export interface ServiceCatalogue {
  list(filter: ServiceFilter, language: Language): Promise<ServiceView[]>;
  /** The list without a filter, as it goes out: written once per language and kept while nothing changes. */
  whole(language: Language): Promise<Uint8Array>;
  find(id: string): Promise<GovServiceRow | undefined>;
  /** The services whose output is this type of reference. */
  byOutput(type: string): Promise<GovServiceRow[]>;
}

export interface ServiceFilter {
  q?: string | undefined;
  category?: string | undefined;
  life_event?: string | undefined;
}

interface Kept {
  byId: ReadonlyMap<string, GovServiceRow>;
  views: Record<Language, readonly { view: ServiceView; category: string; text: string }[]>;
  whole: Record<Language, Uint8Array>;
}

export function openServices({ database, bus }: { database: Database; bus: Bus }): ServiceCatalogue {
  const read = async (): Promise<Kept> => {
    const reader: Reader = database.reader(nobody);
    const rows = await listActive(reader);
    const views = { mn: order(rows, 'mn'), en: order(rows, 'en') };
    const writeList = (list: Kept['views'][Language]) =>
      Buffer.from(JSON.stringify({ items: list.map(({ view }) => view), total: list.length }));
    return {
      byId: new Map(rows.map((row) => [row.id, row])),
      views,
      whole: { mn: writeList(views.mn), en: writeList(views.en) },
    };
  };
  const kept = remember(bus, read);
  bus.on(servicesChannel, () => kept.forget('all'));
  return {
    whole: async (language) => (await kept.load('all')).whole[language],
    find: async (id) => (await kept.load('all')).byId.get(id),
    byOutput: async (type) =>
      [...(await kept.load('all')).byId.values()].filter((row) => row.output_ref_type === type),
    list: async (filter, language) => {
      const all = (await kept.load('all')).views[language];
      const words = filter.q === undefined ? undefined : foldCase(filter.q.trim());
      return all
        .filter(
          ({ view, category, text }) =>
            (words === undefined || text.includes(words)) &&
            // By its Mongolian name too, as a link from a page in the other language has it.
            (filter.category === undefined ||
              view.category === filter.category ||
              category === filter.category) &&
            (filter.life_event === undefined ||
              view.life_events.some(({ code }) => code === filter.life_event)),
        )
        .map(({ view }) => view);
    },
  };
}

/** In Mongolian Ө follows О and Ү follows У, which no order of code points gives. */
const collators = {
  mn: new Intl.Collator('mn', { numeric: true }),
  en: new Intl.Collator('en', { numeric: true }),
};
const foldCase = (text: string) => text.toLocaleLowerCase('mn');

function order(rows: readonly GovServiceRow[], language: Language): Kept['views'][Language] {
  const { compare } = collators[language];
  return rows
    .map((row) => ({
      view: viewService(row, language),
      category: row.category,
      text: foldCase(
        [row.code, row.name, row.name_en, row.category, row.category_en, row.agency, row.agency_en].join(
          '\n',
        ),
      ),
    }))
    .sort(
      (a, b) =>
        compare(a.view.category, b.view.category) ||
        compare(a.view.name, b.view.name) ||
        (a.view.code < b.view.code ? -1 : 1),
    );
}

/** In the reader's language where it was written in it, else in Mongolian. */
export function viewService(row: GovServiceRow, language: Language): ServiceView {
  const {
    passport_id: _passport,
    version: _version,
    form: _form,
    name_en,
    category_en,
    agency_en,
    description_en,
    legal_basis_en,
    evidence_en,
    ...shown
  } = row;
  if (language === 'mn') return shown;
  return {
    ...shown,
    name: name_en || row.name,
    category: category_en || row.category,
    agency: agency_en || row.agency,
    description: description_en || row.description,
    legal_basis: legal_basis_en || row.legal_basis,
    evidence: evidence_en.length === row.evidence.length ? evidence_en : row.evidence,
  };
}

export function viewServiceDetail(row: GovServiceRow, language: Language): ServiceDetail {
  return { ...viewService(row, language), form: row.form };
}
