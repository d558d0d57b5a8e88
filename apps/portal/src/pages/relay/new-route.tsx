import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { relayRoutesCreateBody } from '../../api/generated/bodies.ts';
import {
  createRoute,
  platformsQuery,
  type RelayPlatform,
  type RelayRoute,
  type RouteBody,
} from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { readNumber } from '../../ui/forms/read-number.ts';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Detail } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure, Loaded } from '../../ui/states/states.tsx';
import { routeWords } from './route-words.ts';

interface NewRouteProps {
  onClose(): void;
  onAdded(route: RelayRoute): void;
}

export function NewRoute(props: NewRouteProps) {
  const words = usePageWords(routeWords);
  const query = useQuery(platformsQuery);
  return (
    <Detail title={words.addTitle} subject="new" onClose={props.onClose}>
      <Loaded query={query}>
        {(platforms) =>
          platforms.length > 0 ? (
            <RouteForm {...props} platforms={platforms} />
          ) : (
            <div className={formStyle.form}>
              <p>{words.noPlatforms}</p>
              <div>
                <Button component={Link} to="/relay/platforms?platform=new">
                  {words.toPlatforms}
                </Button>
              </div>
            </div>
          )
        }
      </Loaded>
    </Detail>
  );
}

function RouteForm({ platforms, onClose, onAdded }: NewRouteProps & { platforms: readonly RelayPlatform[] }) {
  const words = usePageWords(routeWords);
  const add = useMutation({ mutationFn: createRoute, onSuccess: onAdded });
  const form = useBodyForm({
    schema: relayRoutesCreateBody,
    keepAs: 'relay-route',
    initial: { service_code: '', platform_id: '', sla_minutes: '', fallback_platform_id: '' },
    toBody: (draft): RouteBody => ({
      service_code: draft.service_code.trim(),
      platform_id: draft.platform_id,
      ...(draft.sla_minutes.trim() === '' ? {} : { sla_minutes: readNumber(draft.sla_minutes) }),
      ...(draft.fallback_platform_id === '' ? {} : { fallback_platform_id: draft.fallback_platform_id }),
    }),
    hints: { platform_id: words.choosePlatform, sla_minutes: words.minutesError },
    check: ({ sla_minutes: minutes }): Record<string, string> =>
      minutes.trim() !== '' && readNumber(minutes) < 1 ? { sla_minutes: words.minutesError } : {},
    onSend: add.mutate,
    onChange: add.reset,
    error: add.error,
    isPending: add.isPending,
  });
  const options = platforms.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate>
      <RestoredNote form={form} />
      <ErrorSummary
        errors={form.faults}
        labels={{
          service_code: words.service,
          platform_id: words.platform,
          sla_minutes: words.minutes,
          fallback_platform_id: words.fallback,
        }}
      />
      <TextInput
        {...form.field('service_code')}
        label={words.service}
        description={words.serviceHint}
        autoComplete="off"
        spellCheck={false}
        data-testid="route-service"
      />
      <NativeSelect
        {...form.field('platform_id')}
        label={words.platform}
        data={[{ value: '', label: words.choosePlatform }, ...options]}
        data-testid="route-platform"
      />
      <TextInput
        {...form.field('sla_minutes')}
        label={words.minutes}
        description={words.minutesHint}
        inputMode="numeric"
        autoComplete="off"
        data-testid="route-minutes"
      />
      <NativeSelect
        {...form.field('fallback_platform_id')}
        label={words.fallback}
        description={words.fallbackHint}
        data={[
          { value: '', label: words.none },
          ...options.filter(({ value }) => value !== form.values.platform_id),
        ]}
        data-testid="route-fallback"
      />
      {form.hasFaults ? null : <ActionFailure error={add.error} />}
      <FormActions
        form={form}
        submit={words.add}
        testId="save-route"
        isPending={add.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
