import { defineEvents } from '../../kernel/audit/events.ts';

const fields = ['slug', 'version'];

export const events = defineEvents('knowledge', {
  created: { action: 'knowledge.create', about: 'An article was written, as a draft', fields },
  changed: {
    action: 'knowledge.change',
    about: 'An article was changed; its text is in the list of versions',
    fields,
  },
  imported: { action: 'knowledge.import', about: 'An article was imported from files', fields },
  published: { action: 'knowledge.publish', about: 'An article was published', fields },
  unpublished: { action: 'knowledge.unpublish', about: 'An article was withdrawn', fields },
  deleted: { action: 'knowledge.delete', about: 'An article and its versions were deleted', fields },
  reindexed: {
    action: 'ai.knowledge.reindex',
    about: 'Vectors of the knowledge base were computed',
    fields: ['embedded'],
  },
});
