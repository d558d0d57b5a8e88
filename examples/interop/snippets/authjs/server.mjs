import { ExpressAuth, getSession } from '@auth/express';
import express from 'express';
import { authConfig, signOutUrl } from './auth.mjs';

const app = express();
// @auth/express reads the action from the first group, which Express 5 has only for an expression.
app.use(/^\/auth\/(.*)/, ExpressAuth(authConfig));
app.get('/tamga-sign-out', (_request, response) => response.redirect(signOutUrl));
app.get('/', async (request, response) => {
  const session = await getSession(request, authConfig);
  response.send(session?.user?.name ?? 'Nobody is signed in.');
});
app.listen(Number(process.env.PORT), 'localhost');
