import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AssistantPrompt,
  isOutdated,
  PROMPTS_KEY,
  type PromptDraft,
  type PromptKey,
  promptsQuery,
  publishPrompt,
} from '../../../api/assistant-admin.ts';
import { aiPromptsPutBody } from '../../../api/generated/bodies.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { useTyped } from '../../../ui/forms/use-typed.ts';
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

interface Edit {
  text: string;
  /** The live version when the edit began; the list may be read again meanwhile. */
  version: number;
}

/** What is typed is a draft until it is published, so that it can be tried beside the live text. */
function Prompts({ prompts }: { prompts: readonly AssistantPrompt[] }) {
  const { prompts: words } = usePageWords(assistantAdminWords);
  const { value: edits, change: setEdits } = useTyped<Partial<Record<PromptKey, Edit>>>('prompts', {});
  const live = (key: PromptKey) => prompts.find((prompt) => prompt.key === key);
  const draft: PromptDraft = {
    scope: edits.scope?.text ?? live('scope')?.content ?? '',
    instructions: edits.instructions?.text ?? live('instructions')?.content ?? '',
  };
  const edit = (key: PromptKey, text: string) =>
    setEdits({ ...edits, [key]: { text, version: edits[key]?.version ?? live(key)?.version ?? 0 } });
  return (
    <div className={classes.stack}>
      <p>{words.lead}</p>
      <div className={classes.halves}>
        {prompts.map((prompt) => (
          <PromptField
            key={prompt.key}
            prompt={prompt}
            text={draft[prompt.key]}
            version={edits[prompt.key]?.version ?? prompt.version}
            onOutdated={(version) =>
              setEdits({ ...edits, [prompt.key]: { text: draft[prompt.key], version } })
            }
            onChange={(text) => edit(prompt.key, text)}
            onDone={() => {
              const { [prompt.key]: _, ...others } = edits;
              setEdits(others);
            }}
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
  version: number;
  onChange(text: string): void;
  /** Published or discarded: the live text is shown again. */
  onDone(): void;
  /** Another person has published: the person has been told, and may replace this version now. */
  onOutdated(version: number): void;
}

function PromptField({ prompt, text, version, onChange, onDone, onOutdated }: PromptFieldProps) {
  const { prompts: words } = usePageWords(assistantAdminWords);
  const client = useQueryClient();
  const { key, content, fallback } = prompt;
  const isChanged = text.trim() !== content;
  const publish = useMutation({
    mutationFn: () => publishPrompt(key, text.trim(), version),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: PROMPTS_KEY });
      onDone();
    },
    onError: async (error) => {
      if (!isOutdated(error)) return;
      await client.invalidateQueries({ queryKey: PROMPTS_KEY });
      const now = client.getQueryData(promptsQuery.queryKey)?.items.find((each) => each.key === key);
      if (now !== undefined) onOutdated(now.version);
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
          <Button
            variant="default"
            onClick={() => {
              publish.reset();
              onDone();
            }}
          >
            {words.discard}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
