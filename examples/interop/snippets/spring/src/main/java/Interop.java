package interop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Interop {
  public static void main(String[] arguments) {
    SpringApplication.run(Interop.class, arguments);
  }

  @GetMapping(path = "/", produces = "text/plain;charset=utf-8")
  String home(@AuthenticationPrincipal OidcUser person) {
    return person.getFullName();
  }
}
