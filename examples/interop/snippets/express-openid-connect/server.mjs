import { app } from './app.mjs';

app.get('/', async (request, response) => {
  const person = request.oidc.isAuthenticated() ? await request.oidc.fetchUserInfo() : undefined;
  response.send(person?.name ?? 'Nobody is signed in.');
});
app.listen(Number(process.env.PORT), 'localhost');
