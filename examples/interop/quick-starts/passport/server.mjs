import express from 'express';
import session from 'express-session';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, SITE, PORT, SESSION_SECRET, MORE } = process.env;
passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: ISSUER,
      authorizationURL: `${ISSUER}/oauth2/auth`,
      tokenURL: `${ISSUER}/oauth2/token`,
      userInfoURL: `${ISSUER}/userinfo`,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      callbackURL: `${SITE}/cb`,
      ...(MORE ? { nonce: true, scope: 'profile' } : {}),
    },
    (_issuer, profile, done) => done(null, { id: profile.id, name: profile.displayName }),
  ),
);
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));
const app = express();
app.use(session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false }));
app.use(passport.authenticate('session'));
app.get('/login', passport.authenticate('openidconnect'));
app.get(
  '/cb',
  passport.authenticate('openidconnect', { failureRedirect: '/', failureMessage: true }),
  (_request, response) => response.redirect('/'),
);
app.get('/', (request, response) =>
  response.send(request.user ? `Signed in: ${request.user.name}` : 'Nobody is signed in.'),
);
app.listen(Number(PORT), 'localhost');
