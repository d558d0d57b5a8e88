import { ExpressAuth, getSession } from '@auth/express';
import express from 'express';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;
const provider = {
  id: 'tamga',
  name: 'Tamga',
  type: 'oidc',
  issuer: ISSUER,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
};
const config = { providers: [provider] };
const app = express();
app.set('trust proxy', true);
// The quick start writes /auth/*, which Express 5 no longer knows.
app.use(/^\/auth\/(.*)/, ExpressAuth(config));
app.get('/', async (request, response) => {
  const session = await getSession(request, config);
  response.send(session ? `Signed in: ${session.user.name}` : 'Nobody is signed in.');
});
app.listen(Number(PORT), 'localhost');
