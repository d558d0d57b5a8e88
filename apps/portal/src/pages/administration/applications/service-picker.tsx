import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { servicesQuery } from '../../../api/gateway.ts';
import classes from '../../../features/oauth-clients/oauth-clients.module.css';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { LoadFailure, LoadingRows } from '../../../ui/states/states.tsx';

interface ServicePickerProps {
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

export function ServicePicker({ chosen, onChange }: ServicePickerProps) {
  const { services: words } = usePageWords(applicationsWords);
  const { data, error, isPending, refetch } = useQuery(servicesQuery);
  if (isPending) return <LoadingRows />;
  if (!data) return <LoadFailure error={error} onRetry={refetch} />;
  return (
    <fieldset className={formStyle.group}>
      <legend>{words.label}</legend>
      <p className={classes.hint}>{data.length > 0 ? words.hint : words.none}</p>
      {data.map(({ id, name, scope, enabled }) => (
        <Checkbox
          key={id}
          label={enabled ? name : `${name} (${words.off})`}
          description={scope}
          checked={chosen.includes(id)}
          data-testid={`service-${name}`}
          onChange={() =>
            onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
          }
        />
      ))}
    </fieldset>
  );
}
