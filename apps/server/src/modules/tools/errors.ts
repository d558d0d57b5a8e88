import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({
  unknown_skill: {
    status: 404,
    mn: 'Ийм хэрэгсэл алга. Жагсаалтыг GET /api/v1/tools-оос харна уу.',
    en: 'There is no such tool. GET /api/v1/tools lists them.',
  },
  insufficient_scope: {
    status: 403,
    mn: 'Энэ хэрэгслийг ашиглах эрх түлхүүр эсвэл токенд чинь алга.',
    en: 'Your key or token does not include the scope of this tool.',
  },
  tools_not_named: {
    status: 403,
    mn: 'Администратор энэ аппликейшнд хэрэгсэл нэрлэн олгоогүй, эсвэл хугацаа нь дууссан. Администраторт хандана уу.',
    en: 'No administrator has named tools for this application, or the time for them has ended. Ask an administrator.',
  },
  key_lost_maker: {
    status: 403,
    mn: 'Энэ түлхүүрийг үүсгэсэн хүн администратор байхаа больсон тул түлхүүр хүчингүй болсон. Администратораас шинэ түлхүүр аваарай.',
    en: 'This key has ended, because the person who made it is no longer an administrator. Ask an administrator for a new key.',
  },
  environment_tool_key: {
    status: 409,
    mn: 'Энэ түлхүүр тохиргоонд (TOOLS_API_KEYS) бичигдсэн. Тохиргооноос нь хасна уу.',
    en: 'This key is set in TOOLS_API_KEYS. Remove it from the settings instead.',
  },
});
