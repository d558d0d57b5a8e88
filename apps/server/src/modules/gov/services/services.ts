import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../../kernel/bus/bus.ts';
import { createBusCache } from '../../../kernel/bus/bus-cache.ts';
import type { Database, Reader } from '../../../kernel/db/database.ts';
import { nobody } from '../../../kernel/db/identity.ts';
import { translate } from '../../../kernel/http/fields.ts';
import { compareTexts, foldCase, type Language } from '../../../kernel/http/language.ts';
import { authoritiesChanged } from '../../authorities/index.ts';
import type { ServiceDetail, ServiceView } from '../schemas.ts';
import { handOverCases } from './authorities.ts';
import { findFormProblem } from './form.ts';
import type { GovServiceRow, ProjectedService } from './service-fields.ts';
import { authorityOfPassport, listActive, upsertService, withdraw } from './store.ts';

/** Bus channel: a service was published or withdrawn. */
export const servicesChannel = 'gov.services';

export type Projection = { outcome: 'projected'; serviceId: string } | { outcome: 'code_exists' };

/**
 * Runs in the transaction that publishes the passport; the caller records the event. `findFormProblem` already checked
 * the form when it was saved, so a problem here is a programming error.
 */
export async function projectService(tx: WriteTx, service: ProjectedService): Promise<Projection> {
  const problem = service.form === null ? undefined : findFormProblem(service.form);
  if (problem !== undefined) throw new Error(`a form that cannot be used was projected: ${problem}`);
  const before = await authorityOfPassport(tx, service.passport_id);
  const row = await upsertService(tx, service, tx.now);
  if (row === undefined) return { outcome: 'code_exists' };
  if (before !== undefined && before.authority_id !== service.authority_id)
    handOverCases(tx, { serviceId: row.id, from: before.authority_id, to: service.authority_id });
  tx.publish(servicesChannel, {});
  return { outcome: 'projected', serviceId: row.id };
}

/** Keeps the row, because applications refer to it. */
export async function withdrawService(tx: WriteTx, passportId: string): Promise<void> {
  if ((await withdraw(tx, passportId, tx.now)) > 0) tx.publish(servicesChannel, {});
}

/** Cache of the active services, sorted per language. */
export interface ServiceCatalogue {
  list(filter: ServiceFilter, language: Language): Promise<ServiceView[]>;
  /** The unfiltered list, serialized once per language. */
  whole(language: Language): Promise<Uint8Array>;
  find(id: string): Promise<GovServiceRow | undefined>;
  /** Services that issue this type of certificate. */
  byOutput(type: string): Promise<GovServiceRow[]>;
}

export interface ServiceFilter {
  q?: string | undefined;
  category?: string | undefined;
  life_event?: string | undefined;
}

interface CachedServices {
  byId: ReadonlyMap<string, GovServiceRow>;
  views: Record<Language, readonly { view: ServiceView; category: string; text: string }[]>;
  whole: Record<Language, Uint8Array>;
}

export function openServices({ database, bus }: { database: Database; bus: Bus }): ServiceCatalogue {
  const read = async (): Promise<CachedServices> => {
    const reader: Reader = database.reader(nobody);
    const rows = await listActive(reader);
    const views = { mn: order(rows, 'mn'), en: order(rows, 'en') };
    const writeList = (list: CachedServices['views'][Language]) =>
      Buffer.from(JSON.stringify({ items: list.map(({ view }) => view), total: list.length }));
    return {
      byId: new Map(rows.map((row) => [row.id, row])),
      views,
      whole: { mn: writeList(views.mn), en: writeList(views.en) },
    };
  };
  const kept = createBusCache(bus, read);
  bus.on(servicesChannel, () => kept.forget('all'));
  bus.on(authoritiesChanged, () => kept.forget('all'));
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
            // Links from a page in the other language carry the Mongolian name.
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

function order(rows: readonly GovServiceRow[], language: Language): CachedServices['views'][Language] {
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
        compareTexts(a.view.category, b.view.category, language) ||
        compareTexts(a.view.name, b.view.name, language) ||
        (a.view.code < b.view.code ? -1 : 1),
    );
}

export function viewService(row: GovServiceRow, language: Language): ServiceView {
  const {
    passport_id: _passport,
    passport_version: _published,
    version: _version,
    form: _form,
    ...shown
  } = row;
  return translate(shown, language);
}

export function viewServiceDetail(row: GovServiceRow, language: Language): ServiceDetail {
  return { ...viewService(row, language), version: row.passport_version, form: row.form };
}
