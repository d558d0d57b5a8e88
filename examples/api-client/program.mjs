import { createClient, keepSession, SignInRefused, signInWithEid } from '@tamga/client';

const [, , baseUrl = 'http://localhost:4000', nationalId] = process.argv;
const print = (text) => process.stdout.write(`${text}\n`);
const anonymous = createClient({ baseUrl, language: 'en' });

try {
  const session = await signInWithEid(anonymous, {
    ...(nationalId && { nationalId }),
    onStart: ({ qr, verification_code: code }) =>
      print(`Scan ${qr || 'nothing: look at your phone'} ${code}`),
  });
  const client = createClient({ baseUrl, language: 'en', getToken: keepSession(anonymous, session) });
  const { user } = await client.call('GET /api/v1/users/me', {});
  print(`Signed in: ${user.full_name_en || user.full_name}`);
  for await (const application of client.items('GET /api/v1/gov/applications', { query: {} }))
    print(`${application.reference_no} ${application.service_name}: ${application.status}`);

  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  for await (const event of client.notifications({ signal: stop.signal }))
    print(event.kind === 'unread' ? `Unread: ${event.unread}` : `${event.notification.title}`);
} catch (error) {
  if (!(error instanceof SignInRefused)) throw error;
  print(error.message);
  process.exitCode = 1;
}
