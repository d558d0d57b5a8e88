import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('registry', {
  serviceCreated: {
    action: 'registry.service.create',
    about: 'A service passport was created',
    fields: ['code'],
  },
  serviceChanged: {
    action: 'registry.service.update',
    about: 'A service passport was changed; citizens see it when it is published',
    fields: ['code', 'changed'],
  },
  serviceDeleted: {
    action: 'registry.service.delete',
    about: 'An unpublished service passport was deleted',
    fields: ['code', 'status'],
  },
  servicePublished: {
    action: 'registry.service.publish',
    about: 'A version of a service passport was published',
    fields: ['code', 'version'],
  },
  serviceArchived: {
    action: 'registry.service.archive',
    about: 'A service was archived',
    fields: ['code'],
  },
  serviceRestored: {
    action: 'registry.service.restore',
    about: 'A service was restored',
    fields: ['code', 'status'],
  },
  evidencesSet: {
    action: 'registry.service.evidences',
    about: 'The evidences of a service were changed',
    fields: ['code', 'evidences', 'from_citizen'],
  },
  evidenceCreated: {
    action: 'registry.evidence.create',
    about: 'A kind of evidence was added',
    fields: ['code', 'in_khur'],
  },
  evidenceChanged: {
    action: 'registry.evidence.update',
    about: 'A kind of evidence was changed',
    fields: ['code', 'in_khur'],
  },
  evidenceDeleted: {
    action: 'registry.evidence.delete',
    about: 'A kind of evidence was deleted',
    fields: ['code'],
  },
  lifeEventCreated: {
    action: 'registry.life_event.create',
    about: 'A life or business event was added',
    fields: ['code'],
  },
  lifeEventChanged: {
    action: 'registry.life_event.update',
    about: 'A life or business event was changed',
    fields: ['code'],
  },
  lifeEventDeleted: {
    action: 'registry.life_event.delete',
    about: 'A life or business event was deleted; services lost their link to it',
    fields: ['code'],
  },
  stepsSet: {
    action: 'registry.life_event.steps',
    about: 'The steps of a life or business event were changed',
    fields: ['code', 'steps', 'services'],
  },
  demoSeeded: {
    action: 'registry.demo.seed',
    about: 'The demonstration catalogue was seeded into an empty registry',
    fields: ['services', 'evidences', 'life_events'],
  },
});
