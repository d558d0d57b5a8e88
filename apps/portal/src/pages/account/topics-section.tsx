import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type NotificationPreferences, preferencesQuery, savePreferences } from '../../api/account.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { Section } from '../../ui/page/section.tsx';
import { ActionFailure, Done, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './account.module.css';
import { accountWords } from './words.ts';

const CHANNELS = ['email', 'sms'] as const;

export function TopicsSection() {
  const { topics: words } = usePageWords(accountWords);
  const query = useQuery(preferencesQuery);
  return (
    <Section id="topics" title={words.heading} lead={words.lead}>
      <Loaded query={query} source="platform" lines={5}>
        {(preferences) => (
          <Topics key={`${preferences.email} ${preferences.phone}`} preferences={preferences} />
        )}
      </Loaded>
    </Section>
  );
}

function Topics({ preferences }: { preferences: NotificationPreferences }) {
  const { topics: words } = usePageWords(accountWords);
  const client = useQueryClient();
  const [items, setItems] = useState(preferences.items);
  const has = { email: preferences.email !== '', sms: preferences.phone !== '' };
  const save = useMutation({
    mutationFn: () => savePreferences(items),
    onSuccess: (saved) => client.setQueryData(preferencesQuery.queryKey, saved),
  });
  const change = (topic: string, channel: 'email' | 'sms', isOn: boolean) => {
    save.reset();
    setItems(items.map((each) => (each.topic === topic ? { ...each, [channel]: isOn } : each)));
  };
  return (
    <form
      className={formStyle.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <table className={classes.topics}>
        <thead>
          <tr>
            <th scope="col">{words.topic}</th>
            <th scope="col">{words.portal}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {words[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.topic} data-testid={`topic-${item.topic}`}>
              <th scope="row">{words.names[item.topic]}</th>
              <td>
                <span className={textStyle.quiet}>{words.always}</span>
              </td>
              {CHANNELS.map((channel) => (
                <td key={channel}>
                  <Checkbox
                    size="md"
                    aria-label={words.boxLabel(words.names[item.topic], words[channel])}
                    data-testid={`topic-${item.topic}-${channel}`}
                    checked={item[channel] && has[channel]}
                    disabled={!has[channel]}
                    onChange={(event) => change(item.topic, channel, event.currentTarget.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {CHANNELS.filter((channel) => !has[channel]).map((channel) => (
        <p key={channel} className={textStyle.quiet}>
          {words.missing[channel]}
        </p>
      ))}
      <p className={textStyle.quiet}>{words.securityWhy}</p>
      <ActionFailure error={save.error} />
      {has.email || has.sms ? (
        <div className={formStyle.actions}>
          <Button type="submit" loading={save.isPending} data-testid="topics-save">
            {words.save}
          </Button>
        </div>
      ) : null}
      <Done testId="topics-said">{save.isSuccess ? words.saved : null}</Done>
    </form>
  );
}
