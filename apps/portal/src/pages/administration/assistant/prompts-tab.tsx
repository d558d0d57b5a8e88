import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AssistantPrompt,
  PROMPTS_KEY,
  type PromptDraft,
  type PromptKey,
  promptsQuery,
  publishPrompt,
} from '../../../api/assistant-admin.ts';
import { aiPromptsPutBody } from '../../../api/generated/bodies.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { ActionFailure, Done, Loaded } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './assistant-page.module.css';
import { PromptVersions } from './prompt-versions.tsx';
import { TryOut } from './try-out.tsx';
import { assistantAdminWords } from './words.ts';

export function PromptsTab() {
  const query = useQuery(promptsQuery);
  return <Loaded query={query}>{({ items }) => <Prompts prompts={items} />}</Loaded>;
}

/** What is typed is a draft until it is published, so that it can be tried beside the live text. */
function Prompts({ prompts }: { prompts: readonly AssistantPrompt[] }) {
  const { prompts: words } = usePageWords(assistantAdminWords);
  const [edits, setEdits] = useState<Partial<PromptDraft>>({});
  const live = (key: PromptKey) => prompts.find((prompt) => prompt.key === key)?.content ?? '';
  const draft: PromptDraft = {
    scope: edits.scope ?? live('scope'),
    instructions: edits.instructions ?? live('instructions'),
  };
  const edit = (key: PromptKey, text: string) => setEdits((now) => ({ ...now, [key]: text }));
  return (
    <div className={classes.stack}>
      <p>{words.lead}</p>
      <div className={classes.halves}>
        {prompts.map((prompt) => (
          <PromptField
            key={prompt.key}
            prompt={prompt}
            text={draft[prompt.key]}
            onChange={(text) => edit(prompt.key, text)}
            onPublished={() => setEdits(({ [prompt.key]: _, ...others }) => others)}
          />
        ))}
      </div>
      <TryOut draft={draft} isChanged={prompts.some(({ key, content }) => draft[key].trim() !== content)} />
      <PromptVersions
        keys={prompts.map(({ key }) => key)}
        onUse={(key, text) => {
          edit(key, text);
          document.getElementById(`prompt-${key}`)?.focus();
        }}
      />
    </div>
  );
}

interface PromptFieldProps {
  prompt: AssistantPrompt;
  text: string;
  onChange(text: string): void;
  onPublished(): void;
}

function PromptField({ prompt, text, onChange, onPublished }: PromptFieldProps) {
  const { prompts: words } = usePageWords(assistantAdminWords);
  const client = useQueryClient();
  const { key, content, fallback } = prompt;
  const isChanged = text.trim() !== content;
  const publish = useMutation({
    mutationFn: () => publishPrompt(key, text.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: PROMPTS_KEY });
      onPublished();
    },
  });
  return (
    <form
      className={classes.prompt}
      data-testid={`prompt-form-${key}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !publish.isPending) publish.mutate();
      }}
    >
      <Textarea
        id={`prompt-${key}`}
        label={words.keys[key].label}
        description={words.keys[key].hint}
        value={text}
        maxLength={aiPromptsPutBody.properties?.content?.maxLength ?? 4000}
        autosize
        minRows={6}
        maxRows={18}
        onChange={(event) => {
          publish.reset();
          onChange(event.currentTarget.value);
        }}
      />
      {fallback && text.trim() === '' ? (
        <details>
          <summary>{words.fallback}</summary>
          <p className={textStyle.pre}>{fallback}</p>
        </details>
      ) : null}
      <ActionFailure error={publish.error} />
      <Done testId={`published-${key}`}>{publish.isSuccess ? words.published : null}</Done>
      <div className={formStyle.actions}>
        <Button type="submit" loading={publish.isPending} disabled={!isChanged}>
          {words.publish}
        </Button>
        {isChanged ? (
          <Button variant="default" onClick={() => onChange(content)}>
            {words.discard}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
