import express from 'express';
import openid from 'express-openid-connect';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, SITE, PORT, SESSION_SECRET, MORE } = process.env;
const more = {
  clientSecret: CLIENT_SECRET,
  authorizationParams: { response_type: 'code', scope: 'openid profile email offline_access' },
};
const app = express();
app.use(
  openid.auth({
    issuerBaseURL: ISSUER,
    baseURL: SITE,
    clientID: CLIENT_ID,
    secret: SESSION_SECRET,
    idpLogout: true,
    ...(MORE ? more : {}),
  }),
);
app.get('/refresh', async (request, response) => {
  await request.oidc.accessToken.refresh();
  response.send('Refreshed.');
});
app.get('/', (request, response) => response.send(`Signed in: ${request.oidc.user.name}`));
app.listen(Number(PORT), 'localhost');
