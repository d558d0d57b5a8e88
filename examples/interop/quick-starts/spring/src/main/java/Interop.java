package interop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Interop {
  private String lastToken = "";

  public static void main(String[] arguments) {
    SpringApplication.run(Interop.class, arguments);
  }

  @GetMapping(path = "/", produces = "text/plain;charset=utf-8")
  String home(@AuthenticationPrincipal OidcUser person) {
    return "Signed in: " + person.getFullName();
  }

  /** Spring renews an ended token when it hands the client to a method. */
  @GetMapping(path = "/refresh", produces = "text/plain;charset=utf-8")
  String refresh(@RegisteredOAuth2AuthorizedClient("tamga") OAuth2AuthorizedClient client) {
    var token = client.getAccessToken().getTokenValue();
    var isNew = !lastToken.isEmpty() && !token.equals(lastToken);
    lastToken = token;
    return isNew ? "Refreshed." : "Not refreshed.";
  }
}
