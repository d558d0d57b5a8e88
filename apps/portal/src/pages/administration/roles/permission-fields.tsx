import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isAdministrator } from '../../../api/access.ts';
import { permissionsQuery } from '../../../api/administration.ts';
import { permissionWords } from '../../../features/roles/permission-words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useAccess } from '../../../shell/guarded.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import noteStyle from '../../../ui/note.module.css';
import { LoadFailure, LoadingRows } from '../../../ui/states/states.tsx';
import { groupPermissions } from './permission-groups.ts';
import { rolesWords } from './words.ts';

interface PermissionFieldsProps {
  held: readonly string[];
  isLocked: boolean;
  onChange(held: string[]): void;
}

export function PermissionFields({ held, isLocked, onChange }: PermissionFieldsProps) {
  const words = usePageWords(rolesWords);
  const names = usePageWords(permissionWords);
  const access = useAccess();
  const { data, error, isPending, refetch } = useQuery(permissionsQuery);
  if (isPending) return <LoadingRows />;
  if (!data) return <LoadFailure error={error} onRetry={refetch} />;

  const mayGive = (key: string) =>
    isAdministrator(access) || access.permissions.includes(key) || held.includes(key);
  const toggle = (key: string) =>
    onChange(held.includes(key) ? held.filter((other) => other !== key) : [...held, key]);

  return (
    <>
      {data.every((permission) => mayGive(permission.key)) ? null : (
        <p className={noteStyle.note}>{words.notHeld}</p>
      )}
      {groupPermissions(data).map((group) => (
        <fieldset key={group.category} className={formStyle.group}>
          <legend>{names.categories[group.category] ?? group.category}</legend>
          {group.permissions.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={names.permissions[key] ?? label}
              description={key}
              checked={held.includes(key)}
              disabled={isLocked || !mayGive(key)}
              data-testid={`permission-${key}`}
              onChange={() => toggle(key)}
            />
          ))}
        </fieldset>
      ))}
    </>
  );
}
