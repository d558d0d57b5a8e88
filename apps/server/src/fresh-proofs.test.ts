import { describe, expect, it } from 'vitest';
import { describeApp } from './generated-docs.ts';
import { describeProof } from './kernel/http/fresh-proof.ts';
import { isWriting } from './kernel/http/row.ts';

const rows = describeApp().modules.flatMap((module) => [...module.rows, ...(module.mounts ?? [])]);
const asks = new Set(rows.filter((row) => describeProof(row) !== '').map(({ id }) => id));

/** Rows whose name says that they give power, take it, show a secret or send data elsewhere. */
const delicate =
  /secret|keys|admins|invites|role|permission|authorities|erasure|data_exports|users\.|access_mode|tenants|relay\.platforms|relay\.routes|owners|applications\.(create|change|set)|gateway\.services|admin_api|webhooks\.(create|change)|announcements|audit\.export|(email|phone)\.(code|remove)|appearance|prompts\.put/;

/** Decided: no fresh proof, and why (ADR 108). */
const without: Record<string, string> = {
  'site.appearance.set': 'colours and names, shown to everybody and undone by the next change',
  'announcements.end': 'ending opens the platform again',
  'announcements.delete': 'ending opens the platform again',
  'admin.users.list': 'a read, recorded for each person shown',
  'admin.users.read': 'a read, recorded for the person',
  'admin.role_invitations.resend': 'a letter about an invitation that was proven',
  'admin.role_invitations.withdraw': 'takes an offer back that nobody used',
  'me.role_invitations.accept': 'the person signed in with eID to be found by register number',
  'me.role_invitations.decline': 'gives nothing',
  'me.data_exports.ask': 'the copy is made; the download asks',
  'me.erasure.withdraw': 'keeps everything as it is',
  'admin.erasures.list': 'a read, recorded for each person shown',
  'admin.authorities.create': 'a record; the people of an authority are set with a proof',
  'admin.authorities.get': 'a read',
  'admin.authorities.change': 'names and contacts; the people of an authority are set with a proof',
  'admin.authorities.offices': 'addresses and hours',
  'admin.authorities.delete': 'only a record that nothing uses can be deleted',
  'me.applications.create': 'on trial: only its owners can sign in',
  'me.applications.change': 'on trial: only its owners can sign in',
  'applications.end_old_secret': 'ends a credential',
  'me.applications.end_old_secret': 'ends a credential',
  'applications.webhooks.create': 'events carry ids alone; reading what they mean needs a token',
  'applications.webhooks.change': 'events carry ids alone; reading what they mean needs a token',
  'applications.webhooks.rotate_secret': 'the secret signs what we send; it opens nothing here',
  'gateway.services.create': 'a new service has no applications and no traffic',
  'gateway.services.document.save': 'a description, checked and reduced',
  'gateway.services.document.remove': 'a description',
  'admin_api.keys.delete': 'ends a credential',
  'admin.tools.keys.revoke': 'ends a credential',
  'relay.platforms.delete': 'ends a right',
  'relay.platforms.pause': 'stops or resumes what was proven before',
  'relay.platforms.test': 'sends no data of people',
  'relay.routes.create': 'leads to a platform that was proven before',
  'relay.routes.delete': 'ends a right',
  'audit.export': 'a read, recorded; the log holds no secrets and no full register numbers',
  'ai.prompts.put': 'versioned, shown in the list and undone by the next change',
};

describe('the fresh proof', () => {
  it('is decided for every delicate row', () => {
    const undecided = rows
      .filter((row) => !('audit' in row) || (isWriting(row) && !('notAudited' in row.audit)))
      .filter((row) => 'handle' in row || isWriting(row))
      .map(({ id }) => id)
      .filter((id) => delicate.test(id) && !asks.has(id) && without[id] === undefined);
    expect(undecided).toEqual([]);
    const stale = Object.keys(without).filter((id) => asks.has(id) || !rows.some((row) => row.id === id));
    expect(stale).toEqual([]);
  });

  it('is asked for by exactly these rows', () => {
    expect([...asks].sort()).toEqual(
      [
        'admin.erasures.decide',
        'admin.role_invitations.send',
        'admin.tools.keys.create',
        'admin.users.active.set',
        'admin.users.authorities.set',
        'admin.users.change',
        'admin.users.delete',
        'admin.users.register',
        'admin.users.role.set',
        'admin.users.sessions.end',
        'admin.users.sessions.end_all',
        'admin_api.clients.change',
        'admin_api.clients.create',
        'admin_api.clients.delete',
        'admin_api.clients.rotate_secret',
        'admin_api.keys.create',
        'announcements.change',
        'announcements.create',
        'applications.approval',
        'applications.change',
        'applications.create',
        'applications.delete',
        'applications.owners.add',
        'applications.owners.remove',
        'applications.rotate_secret',
        'applications.set_secret',
        'applications.set_services',
        'gateway.services.change',
        'gateway.services.delete',
        'me.applications.rotate_secret',
        'me.data_exports.download',
        'me.data_exports.prove',
        'me.email.code',
        'me.email.remove',
        'me.erasure.ask',
        'me.phone.code',
        'me.phone.remove',
        'operator.tenants.bulk',
        'rbac.roles.change',
        'rbac.roles.create',
        'rbac.roles.delete',
        'rbac.roles.permissions.set',
        'relay.platforms.create',
        'relay.platforms.rotate',
        'relay.platforms.update',
        'superadmin.access_mode.set',
        'superadmin.admins.create',
        'superadmin.admins.grant',
        'superadmin.admins.grant_by_register',
        'superadmin.admins.revoke',
        'superadmin.invites.create',
        'superadmin.invites.delete',
      ].sort(),
    );
  });
});
