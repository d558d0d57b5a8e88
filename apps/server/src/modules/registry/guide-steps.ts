import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { fail, failField, kernelErrors } from '../../kernel/http/errors.ts';
import type { Text } from '../../kernel/http/language.ts';
import { announceChange } from './changes.ts';
import { events } from './events.ts';
import { findLifeEvent, listStepsOf, lockLifeEvent, lockServices, setSteps } from './guide-store.ts';
import { refuseShared } from './passports.ts';
import type { GuideStep, RegistryGuide, StepBody, StepsBody } from './schemas.ts';

export async function readSteps(db: Reader | Tx, id: string): Promise<RegistryGuide> {
  const event = (await findLifeEvent(db, id)) ?? fail(kernelErrors.not_found);
  return { ...event, steps: await listStepsOf(db, id) };
}

/** Steps have no draft: citizens see them at once, without services that are not published. */
export async function replaceSteps(
  tx: WriteTx,
  id: string,
  { steps, expected_updated_at: expected }: StepsBody,
): Promise<RegistryGuide> {
  await refuseShared(tx);
  const given = steps.map(completeStep);
  const services = given.flatMap(({ service_id }) => service_id ?? []);
  const known = await lockServices(tx, services);
  given.forEach(({ service_id }, at) => {
    if (service_id === null) return;
    if (!known.includes(service_id)) failField(`steps.${at}.service_id`, texts.unknown);
    if (services.indexOf(service_id) !== services.lastIndexOf(service_id))
      failField(`steps.${at}.service_id`, texts.twice);
  });
  const event = (await lockLifeEvent(tx, id)) ?? fail(kernelErrors.not_found);
  const instant = (time: string | null) => (time === null ? null : Date.parse(time));
  if (expected !== undefined && instant(expected) !== instant(event.updated_at))
    fail(kernelErrors.changed_meanwhile);
  const kept = new Set((await listStepsOf(tx, id)).map((step) => step.id));
  const isKept = (step: GuideStep) => kept.delete(step.id);
  await setSteps(
    tx,
    id,
    given.map((step) => (isKept(step) ? step : { ...step, id: randomUUID() })),
    tx.now,
  );
  tx.audit(events.stepsSet, {
    target: id,
    metadata: { code: event.code, steps: given.length, services: services.length },
  });
  announceChange(tx);
  return readSteps(tx, id);
}

/** A plain step has a title in both languages and says how it is done; a service says both itself. */
export function completeStep(step: StepBody, at: number): GuideStep {
  const trimmed = (text = '') => text.trim();
  const complete: GuideStep = {
    id: step.id?.toLowerCase() ?? '',
    service_id: step.service_id?.toLowerCase() ?? null,
    how: step.how ?? null,
    title: trimmed(step.title),
    title_en: trimmed(step.title_en),
    body: trimmed(step.body),
    body_en: trimmed(step.body_en),
  };
  const isPlain = complete.service_id === null;
  for (const name of ['title', 'title_en', 'how'] as const)
    if (Boolean(complete[name]) !== isPlain)
      failField(`steps.${at}.${name}`, isPlain ? texts.missing : texts.ofService);
  if ((complete.body === '') !== (complete.body_en === ''))
    failField(`steps.${at}.${complete.body === '' ? 'body' : 'body_en'}`, texts.missing);
  return complete;
}

const texts = {
  unknown: { mn: 'Ийм үйлчилгээ бүртгэлд алга.', en: 'There is no such service in the registry.' },
  twice: { mn: 'Нэг үйлчилгээ хоёр удаа орсон байна.', en: 'A service can be one step only.' },
  missing: { mn: 'Хоёр хэлээр бөглөнө үү.', en: 'Fill this in, in both languages.' },
  ofService: {
    mn: 'Үйлчилгээний нэр, хэлбэрийг паспортаас авна. Хоосон үлдээнэ үү.',
    en: 'The passport of the service says this. Leave it empty.',
  },
} satisfies Record<string, Text>;
