import { type FormSchema, listPapers } from '@tamga/forms';
import { nullable } from '../../kernel/http/fields.ts';
import { Id, oneOf, type Static, Type } from '../../kernel/http/schemas.ts';
import { How, type PlacedStep, RegistryLifeEvent, type RegistryService } from '../registry/index.ts';

/** `issued`: this portal issues the paper itself, through the service that is named. */
const GuidePaper = Type.Object({
  name: Type.String(),
  name_en: Type.String(),
  source: oneOf('brought', 'fetched', 'issued'),
  service_id: nullable(Id),
});
type GuidePaper = Static<typeof GuidePaper>;

const GuideService = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  name_en: Type.String(),
  description: Type.String(),
  description_en: Type.String(),
  authority: Type.String(),
  authority_en: Type.String(),
  fee: Type.Integer(),
  max_days: Type.Integer(),
  fulfilment: oneOf('auto', 'manual'),
  papers: Type.Array(GuidePaper),
});
type GuideService = Static<typeof GuideService>;

const ShownStep = Type.Object({
  id: Id,
  how: How,
  /** Empty where the step is a service. */
  title: Type.String(),
  title_en: Type.String(),
  body: Type.String(),
  body_en: Type.String(),
  service: nullable(GuideService),
});
type ShownStep = Static<typeof ShownStep>;

export const Guide = Type.Object({
  ...RegistryLifeEvent.properties,
  steps: Type.Array(ShownStep),
  /** Published services of the event that are no step of it. */
  other_services: Type.Array(GuideService),
  total_fee: Type.Integer(),
  /** The longest of all steps: they do not wait for each other by law. */
  longest_days: Type.Integer(),
  online_steps: Type.Integer(),
});
export type Guide = Static<typeof Guide>;

/** Names in the OpenAPI document. */
export const guideNames = { Guide, GuideService, GuidePaper, ShownGuideStep: ShownStep };

/** The guides that lead anywhere: an event without a step and without a published service is left out. */
export function buildGuides(
  events: readonly RegistryLifeEvent[],
  steps: readonly PlacedStep[],
  services: readonly RegistryService[],
): Guide[] {
  const byId = new Map(services.map((service) => [service.id, service]));
  const describe = describerOf(services);
  return events.flatMap((event) => {
    const shown = steps
      .filter((step) => step.life_event_id === event.id)
      .flatMap((step): ShownStep[] => {
        const { id, title, title_en, body, body_en, service_id } = step;
        const service = byId.get(service_id ?? '');
        const how = service === undefined ? step.how : howOf(service);
        if (how === null) return [];
        return [
          {
            id,
            how,
            title,
            title_en,
            body,
            body_en,
            service: service === undefined ? null : describe(service),
          },
        ];
      });
    const placed = new Set(shown.map(({ service }) => service?.id));
    const others = services.filter(
      ({ id, life_event_ids: ids }) => ids.includes(event.id) && !placed.has(id),
    );
    if (shown.length + others.length === 0) return [];
    const placedServices = shown.flatMap(({ service }) => service ?? []);
    return [
      {
        ...event,
        steps: shown,
        other_services: others.map(describe),
        total_fee: placedServices.reduce((sum, { fee }) => sum + fee, 0),
        longest_days: Math.max(0, ...placedServices.map(({ max_days }) => max_days)),
        online_steps: shown.filter(({ how }) => how === 'online').length,
      },
    ];
  });
}

function howOf(service: RegistryService): Static<typeof How> {
  if (service.proactivity === 'proactive') return 'automatic';
  const isOnline =
    service.online || service.channels.some((channel) => channel === 'e-mongolia' || channel === 'portal');
  return isOnline ? 'online' : 'in_person';
}

function describerOf(services: readonly RegistryService[]) {
  const issuers = new Map(
    services
      .filter(({ fulfilment, output }) => fulfilment === 'auto' && output.trim() !== '')
      .map(({ id, output }) => [output.trim(), id]),
  );
  return (service: RegistryService): GuideService => {
    const listed = listPapers({ form: service.form as FormSchema | null, evidences: service.evidences });
    const papers = listed.map(({ title, source }): GuidePaper => {
      const [name, name_en] = [title.mn, title.en];
      const issuer = issuers.get(name.trim());
      if (source === 'agency') return { name, name_en, source: 'fetched', service_id: null };
      return issuer === undefined || issuer === service.id
        ? { name, name_en, source: 'brought', service_id: null }
        : { name, name_en, source: 'issued', service_id: issuer };
    });
    const { id, code, name, name_en, description, description_en, authority, authority_en } = service;
    const { fee, max_days, fulfilment } = service;
    return {
      id,
      code,
      name,
      name_en,
      description,
      description_en,
      authority,
      authority_en,
      fee,
      max_days,
      fulfilment,
      papers,
    };
  };
}
