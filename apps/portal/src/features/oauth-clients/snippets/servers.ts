import { pathOf, SECRET, type Snippet, type SnippetFacts, siteOf } from './facts.ts';

export function forSpring({ issuer, clientId, redirectUri, scopes, authMethod }: SnippetFacts): Snippet[] {
  const secret = authMethod.startsWith('client_secret_') ? `\n            client-secret: \${${SECRET}}` : '';
  return [
    {
      file: 'application.yml',
      text: `spring:
  security:
    oauth2:
      client:
        registration:
          tamga:
            client-id: ${clientId}${secret}
            client-authentication-method: ${authMethod}
            authorization-grant-type: authorization_code
            redirect-uri: "${redirectUri}"
            scope: [${scopes.map((scope) => `"${scope}"`).join(', ')}]
        provider:
          tamga:
            issuer-uri: ${issuer}
            user-name-attribute: sub
`,
    },
    {
      file: 'SecurityConfig.java',
      text: `import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SecurityConfig {
  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    // PKCE for every client: Spring Security before 7 uses it only where there is no secret.
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
    signOut.setPostLogoutRedirectUri("{baseUrl}");
    return http
        .authorizeHttpRequests(each -> each.anyRequest().authenticated())
        .oauth2Login(login -> login.authorizationEndpoint(
            endpoint -> endpoint.authorizationRequestResolver(requests)))
        .logout(logout -> logout.logoutSuccessHandler(signOut))
        .build();
  }
}
`,
    },
  ];
}

export function forKeycloak({ issuer, clientId, scopes, authMethod }: SnippetFacts): Snippet[] {
  const config = {
    issuer,
    authorizationUrl: `${issuer}/oauth2/auth`,
    tokenUrl: `${issuer}/oauth2/token`,
    userInfoUrl: `${issuer}/userinfo`,
    logoutUrl: `${issuer}/oauth2/sessions/logout`,
    jwksUrl: `${issuer}/.well-known/jwks.json`,
    useJwksUrl: 'true',
    validateSignature: 'true',
    clientId,
    ...(authMethod.startsWith('client_secret_') ? { clientSecret: `<${SECRET}>` } : {}),
    ...(authMethod === 'none' ? {} : { clientAuthMethod: authMethod }),
    defaultScope: scopes.join(' '),
    pkceEnabled: 'true',
    pkceMethod: 'S256',
    syncMode: 'FORCE',
  };
  const provider = { alias: 'tamga', displayName: 'Tamga', providerId: 'oidc', enabled: true, config };
  return [
    { file: 'tamga.json', text: `${JSON.stringify(provider, null, 2)}\n` },
    { file: 'shell', text: 'kcadm.sh create identity-provider/instances -r REALM -f tamga.json\n' },
  ];
}

export function forApache(facts: SnippetFacts): Snippet[] {
  return [
    {
      file: 'tamga.conf',
      text: `OIDCProviderMetadataURL ${facts.issuer}/.well-known/openid-configuration
OIDCClientID ${facts.clientId}
OIDCClientSecret \${${SECRET}}
OIDCProviderTokenEndpointAuth ${facts.authMethod}
# An address inside the protected part that no page uses.
OIDCRedirectURI ${facts.redirectUri}
OIDCScope "${facts.scopes.join(' ')}"
OIDCPKCEMethod S256
OIDCCryptoPassphrase \${SESSION_SECRET}
OIDCRemoteUserClaim sub
# Pages read the claims as OIDC_CLAIM_name, OIDC_CLAIM_email …
OIDCPassClaimsAs environment

<Location "/">
  AuthType openid-connect
  Require valid-user
</Location>
# Sign out with ${pathOf(facts)}?logout=${encodeURIComponent(siteOf(facts))}
`,
    },
  ];
}

export function forGo(facts: SnippetFacts): Snippet[] {
  const style = facts.authMethod === 'client_secret_post' ? 'AuthStyleInParams' : 'AuthStyleInHeader';
  return [
    {
      file: 'tamga.go',
      text: `package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type Tamga struct {
	provider *oidc.Provider
	config   oauth2.Config
}

func newTamga(ctx context.Context) (*Tamga, error) {
	provider, err := oidc.NewProvider(ctx, "${facts.issuer}")
	if err != nil {
		return nil, err
	}
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = oauth2.${style}
	return &Tamga{provider, oauth2.Config{
		ClientID:     "${facts.clientId}",
		ClientSecret: os.Getenv("${SECRET}"),
		Endpoint:     endpoint,
		RedirectURL:  "${facts.redirectUri}",
		Scopes:       []string{${facts.scopes.map((scope) => `"${scope}"`).join(', ')}},
	}}, nil
}

// Kept in the session of the browser between begin and finish.
type Kept struct{ State, Nonce, Verifier string }

func (t *Tamga) begin() (string, Kept) {
	kept := Kept{rand.Text(), rand.Text(), oauth2.GenerateVerifier()}
	to := t.config.AuthCodeURL(kept.State, oidc.Nonce(kept.Nonce), oauth2.S256ChallengeOption(kept.Verifier))
	return to, kept
}

func (t *Tamga) finish(r *http.Request, kept Kept) (person *oidc.UserInfo, idToken string, err error) {
	ctx, query := r.Context(), r.URL.Query()
	if query.Get("state") != kept.State {
		return nil, "", errors.New("another sign-in")
	}
	if query.Get("error") != "" {
		return nil, "", errors.New(query.Get("error"))
	}
	token, err := t.config.Exchange(ctx, query.Get("code"), oauth2.VerifierOption(kept.Verifier))
	if err != nil {
		return nil, "", err
	}
	idToken, _ = token.Extra("id_token").(string)
	verified, err := t.provider.Verifier(&oidc.Config{ClientID: t.config.ClientID}).Verify(ctx, idToken)
	if err != nil {
		return nil, "", err
	}
	if verified.Nonce != kept.Nonce {
		return nil, "", errors.New("another nonce")
	}
	person, err = t.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err == nil && person.Subject != verified.Subject {
		err = errors.New("another person")
	}
	return person, idToken, err
}

func signOutURL(idToken string) string {
	return "${facts.issuer}/oauth2/sessions/logout?" + url.Values{
		"id_token_hint":            {idToken},
		"post_logout_redirect_uri": {"${siteOf(facts)}"},
	}.Encode()
}
`,
    },
  ];
}
