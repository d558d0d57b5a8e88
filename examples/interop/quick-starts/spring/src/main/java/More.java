package interop;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.RefreshTokenOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
@Profile("more")
class More {
  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
    signOut.setPostLogoutRedirectUri("{baseUrl}");
    return http
        .authorizeHttpRequests(each -> each.anyRequest().authenticated())
        .oauth2Login(login -> {})
        .logout(logout -> logout.logoutSuccessHandler(signOut))
        .build();
  }

  /** Takes every token for ended, so that the try does not wait for its end. */
  @Bean
  RefreshTokenOAuth2AuthorizedClientProvider renewing() {
    var renewing = new RefreshTokenOAuth2AuthorizedClientProvider();
    renewing.setClockSkew(Duration.ofDays(1));
    return renewing;
  }
}
