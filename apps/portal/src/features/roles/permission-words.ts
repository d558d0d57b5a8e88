import { defineWords } from '../../i18n/words.ts';

interface PermissionWords {
  categories: Record<string, string>;
  permissions: Record<string, string>;
}

/** Labels of the known permissions; a newer one is shown with the server's label. */
export const permissionWords = defineWords<PermissionWords>(
  {
    categories: {
      general: 'Ерөнхий',
      administration: 'Удирдлага',
      management: 'Менежмент',
      personal: 'Хувийн',
    },
    permissions: {
      'dashboard.view': 'Хянах самбар харах',
      'settings.manage': 'Сайтын тохиргоо өөрчлөх',
      'users.manage': 'Хэрэглэгчдийг удирдах',
      'roles.manage': 'Дүр, эрхийг удирдах',
      'gateway.manage': 'Гарцыг (gateway) удирдах',
      'relay.view': 'Дамжуулсан хүсэлтийг харах',
      'relay.manage': 'Дамжуулсан хүсэлтийг удирдах',
      'audit.view': 'Аудитын бүртгэлийг унших',
      'registry.view': 'Үйлчилгээний бүртгэлийг харах',
      'registry.manage': 'Үйлчилгээний бүртгэлийг удирдах',
      'manager.view': 'Менежерийн хэсгийг харах',
      'gov.review': 'Өргөдөл хянаж шийдвэрлэх',
      'support.manage': 'Тусламжийн асуудалд хариулах',
      'personal.view': 'Хувийн хэсгээ харах',
    },
  },
  {
    categories: {
      general: 'General',
      administration: 'Administration',
      management: 'Management',
      personal: 'Personal',
    },
    permissions: {
      'dashboard.view': 'See the dashboard',
      'settings.manage': 'Change the settings of the site',
      'users.manage': 'Manage users',
      'roles.manage': 'Manage roles and permissions',
      'gateway.manage': 'Manage the gateway',
      'relay.view': 'See relayed requests',
      'relay.manage': 'Manage relayed requests',
      'audit.view': 'Read the audit log',
      'registry.view': 'See the registry of services',
      'registry.manage': 'Manage the registry of services',
      'manager.view': 'See the manager’s section',
      'gov.review': 'Review and decide applications',
      'support.manage': 'Answer people who write to support',
      'personal.view': 'See one’s own section',
    },
  },
);
