package dev.restante.console.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The login of the console")
class LoginTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Login login = new Login(new Secrets(), "ada", "s3cret", nanos::get);

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private Login.Outcome attempt(String pair, String address) {
        return login.check(basic(pair), null, address);
    }

    private void pass(long seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    @DisplayName("lets an address wait after five failures, twice as long after each, a minute at most")
    void shouldSlowDown() {
        for (int i = 0; i < 5; i++) {
            assertThat(attempt("ada:wrong", "a")).isEqualTo(Login.Outcome.REFUSED);
        }
        assertThat(attempt("ada:s3cret", "a")).isEqualTo(Login.Outcome.TOO_MANY);
        assertThat(attempt("ada:s3cret", "b")).isEqualTo(Login.Outcome.ACCEPTED);
        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            pass(seconds - 1);
            assertThat(attempt("ada:wrong", "a")).isEqualTo(Login.Outcome.TOO_MANY);
            pass(1);
            assertThat(attempt("ada:wrong", "a")).isEqualTo(Login.Outcome.REFUSED);
        }
        pass(601);
        assertThat(attempt("ada:wrong", "a")).isEqualTo(Login.Outcome.REFUSED);
        assertThat(attempt("ada:s3cret", "a")).isEqualTo(Login.Outcome.ACCEPTED);
    }

    @Test
    @DisplayName("does not let those wait who were in before, and takes no cookie for a password")
    void shouldKnowWhoWasIn() {
        for (int i = 0; i < 9; i++) {
            attempt("ada:wrong", "a");
        }
        assertThat(login.check(basic("ada:s3cret"), login.cookie(), "a")).isEqualTo(Login.Outcome.ACCEPTED);
        assertThat(login.check(basic("ada:s3cret"), "x", "a")).isEqualTo(Login.Outcome.TOO_MANY);
        assertThat(login.check(basic("ada:wrong"), login.cookie(), "a")).isEqualTo(Login.Outcome.REFUSED);
        assertThat(login.check(null, login.cookie(), "b")).isEqualTo(Login.Outcome.REFUSED);
    }
}
