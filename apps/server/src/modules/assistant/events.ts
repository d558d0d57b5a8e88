import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('ai', {
  promptUpdated: {
    action: 'ai.prompt.update',
    about: 'A prompt of the assistant was changed; its text is in the list of versions',
    fields: ['version', 'length'],
  },
  keepingChanged: {
    action: 'ai.conversations.keeping',
    about: 'A person agreed that conversations are kept, or withdrew it and had them deleted',
    fields: ['keep', 'deleted'],
  },
  turnKept: {
    action: 'ai.conversation.keep',
    about: 'A question and its answer were kept, as the person agreed; without content',
    fields: [],
  },
  conversationDeleted: {
    action: 'ai.conversation.delete',
    about: 'A person deleted a kept conversation, or it was older than the retention',
    fields: ['count'],
  },
  questionDone: {
    action: 'ai.question.done',
    about: 'An administrator removed a question from the list of what to write next',
    fields: [],
  },
});
