import { signedIn } from '../../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import { type Row, read, write } from '../../../kernel/http/row.ts';
import type { Limit } from '../../../kernel/http/token-bucket.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { DeviceBody, DeviceDecided, DeviceQuery, DeviceRejection, DeviceView } from '../schemas.ts';
import {
  allowDevice,
  type DeviceDeps,
  findDeviceRequest,
  refuseDevice,
  refuseStranger,
  viewDeviceRequest,
} from './device.ts';

/** Counts right codes too: a limit on failures alone would let a guesser go on until one is right. */
const codes: Limit = { group: 'device-codes', perMinute: 15, burst: 20 };
const asSystem = 'a request of a device has no owner yet; the code gives access to it';
const row = { access: signedIn, limit: codes, bodyLimitBytes: 16 * 1024, asSystem, noStore: true } as const;

/** A person decides about a device (RFC 8628). Without an issuer there are no devices. */
export function deviceRows(provider: DeviceDeps | undefined): readonly Row[] {
  const deps = () => provider ?? fail(kernelErrors.not_found);
  return [
    read({
      id: 'provider.device',
      path: '/provider/device',
      ...row,
      query: DeviceQuery,
      reply: DeviceView,
      errors: [errors.unknown_user_code, errors.application_on_trial],
      summary: 'The application and device that show this code',
      handler: async ({ actor, query, db, request }) => {
        const given = { userCode: query.user_code, now: request.now };
        const found = await findDeviceRequest(deps(), db, actor, given);
        await refuseStranger(db, actor, found);
        return viewDeviceRequest(found);
      },
    }),
    write({
      id: 'provider.device.accept',
      method: 'POST',
      path: '/provider/device/accept',
      ...row,
      body: DeviceBody,
      reply: DeviceDecided,
      errors: [
        errors.unknown_user_code,
        errors.scope_not_requested,
        errors.fresh_sign_in_required,
        errors.other_person_expected,
        errors.application_on_trial,
        errors.stronger_sign_in_required,
      ],
      audit: [events.deviceAllowed],
      summary: 'Let a device act for the signed-in person, with all or some of the requested scopes',
      prepare: ({ actor, body, db, request }) =>
        findDeviceRequest(deps(), db, actor, { userCode: body.user_code, now: request.now }),
      handler: ({ actor, body, tx, prepared }) => allowDevice(deps(), tx, actor, prepared, body.grant_scope),
    }),
    write({
      id: 'provider.device.reject',
      method: 'POST',
      path: '/provider/device/reject',
      ...row,
      body: DeviceRejection,
      reply: DeviceDecided,
      errors: [errors.unknown_user_code],
      audit: [events.deviceRefused],
      summary: 'Refuse the request of a device',
      prepare: ({ actor, body, db, request }) =>
        findDeviceRequest(deps(), db, actor, { userCode: body.user_code, now: request.now }),
      handler: ({ actor, tx, prepared }) => refuseDevice(deps(), tx, actor, prepared),
    }),
  ];
}
