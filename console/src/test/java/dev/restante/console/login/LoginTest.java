package dev.restante.console.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.console.guard.Account;
import dev.restante.console.guard.Right;
import dev.restante.console.guard.User;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The login of the console")
class LoginTest {

    private static final Login.Result REFUSED = new Login.Refused();
    private static final Login.Result TOO_MANY = new Login.TooMany();
    private static final User ADA = User.withAll("ada");

    /** With few iterations, of {@code pa:ss}. */
    private static final Account EVE = new Account(
            "eve", "pbkdf2_sha256$1000$saltsaltsalt$LuKbIyvoE3BrEb7MtlEn4vjIE3gwYwpqIYFY3hyrWiY=", Set.of(Right.READ));

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Login login = login(Account.withAll("ada", "s3cret"));

    private Login login(Account... accounts) {
        return new Login(new Secrets(), List.of(accounts), nanos::get);
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private Login.Result attempt(String pair, String address) {
        return login.check(basic(pair), null, address);
    }

    private void pass(long seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    @DisplayName("lets an address wait after five failures, twice as long after each, a minute at most")
    void shouldSlowDown() {
        for (int i = 0; i < 5; i++) {
            assertThat(attempt("ada:wrong", "a")).isEqualTo(REFUSED);
        }
        assertThat(attempt("ada:s3cret", "a")).isEqualTo(TOO_MANY);
        assertThat(attempt("ada:s3cret", "b")).isEqualTo(new Login.Accepted(ADA));
        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            pass(seconds - 1);
            assertThat(attempt("ada:wrong", "a")).isEqualTo(TOO_MANY);
            pass(1);
            assertThat(attempt("ada:wrong", "a")).isEqualTo(REFUSED);
        }
        pass(601);
        assertThat(attempt("ada:wrong", "a")).isEqualTo(REFUSED);
        assertThat(attempt("ada:s3cret", "a")).isEqualTo(new Login.Accepted(ADA));
    }

    @Test
    @DisplayName("does not let those wait who were in before, and takes no cookie for a password")
    void shouldKnowWhoWasIn() {
        for (int i = 0; i < 9; i++) {
            attempt("ada:wrong", "a");
        }
        String cookie = login.cookie(ADA);
        assertThat(login.check(basic("ada:s3cret"), cookie, "a")).isEqualTo(new Login.Accepted(ADA));
        assertThat(login.check(basic("ada:s3cret"), "x", "a")).isEqualTo(TOO_MANY);
        assertThat(login.check(basic("ada:wrong"), cookie, "a")).isEqualTo(REFUSED);
        assertThat(login.check(null, cookie, "b")).isEqualTo(REFUSED);
    }

    @Test
    @DisplayName("lets those wait who fail with a cookie of their own, and nobody else who has one")
    void shouldSlowDownWhoWasIn() {
        String cookie = login.cookie(ADA);
        for (int i = 0; i < 5; i++) {
            assertThat(login.check(basic("ada:wrong"), cookie, "a")).isEqualTo(REFUSED);
        }
        assertThat(login.check(basic("ada:s3cret"), cookie, "a")).isEqualTo(TOO_MANY);
        assertThat(login.check(basic("ada:s3cret"), cookie, "b")).isEqualTo(new Login.Accepted(ADA));
        pass(1);
        assertThat(login.check(basic("ada:s3cret"), cookie, "a")).isEqualTo(new Login.Accepted(ADA));
    }

    @Test
    @DisplayName("takes all IPv6 addresses of a network of 64 bits for one")
    void shouldSlowDownNetworks() {
        for (int i = 0; i < 5; i++) {
            assertThat(attempt("ada:wrong", "2001:db8:1:2::" + i)).isEqualTo(REFUSED);
        }
        for (String same : List.of("2001:db8:1:2:ffff::1", "2001:DB8:1:2::1%eth0", "2001:0db8:0001:0002:0:0:0:7")) {
            assertThat(attempt("ada:s3cret", same)).as(same).isEqualTo(TOO_MANY);
        }
        for (String other : List.of("2001:db8:1:3::1", "192.0.2.1", "::ffff:192.0.2.1", "a:b:c", "localhost", ":")) {
            assertThat(attempt("ada:s3cret", other)).as(other).isEqualTo(new Login.Accepted(ADA));
        }
    }

    @Test
    @DisplayName("lets nobody guess the password of another with a cookie of one's own")
    void shouldBindCookieToUser() {
        Login both = login(Account.withAll("ada", "s3cret"), EVE);
        String cookie = both.cookie(EVE.user());
        for (int i = 0; i < 5; i++) {
            assertThat(both.check(basic("ada:wrong"), cookie, "a")).isEqualTo(REFUSED);
        }
        assertThat(both.check(basic("ada:s3cret"), cookie, "a")).isEqualTo(TOO_MANY);
        assertThat(both.check(basic("eve:pa:ss"), cookie, "a")).isEqualTo(new Login.Accepted(EVE.user()));
    }

    @Test
    @DisplayName("knows each user's rights, and slows down guesses of hashed passwords, too")
    void shouldCheckHashed() {
        Login both = login(Account.withAll("ada", "s3cret"), EVE);
        assertThat(both.check(basic("eve:pa:ss"), null, "b")).isEqualTo(new Login.Accepted(EVE.user()));
        // Remembered, which takes another way.
        assertThat(both.check(basic("eve:pa:ss"), null, "b")).isEqualTo(new Login.Accepted(EVE.user()));
        assertThat(both.check(basic("ada:s3cret"), null, "b")).isEqualTo(new Login.Accepted(ADA));
        for (String wrong : List.of("eve:pa", "eve:" + EVE.password(), "nobody:pa:ss", "ada:pa:ss", "eve")) {
            assertThat(both.check(basic(wrong), null, "a")).as(wrong).isEqualTo(REFUSED);
        }
        assertThat(both.check(basic("eve:pa:ss"), null, "a")).isEqualTo(TOO_MANY);
        assertThat(both.check(basic("eve:other"), null, "a")).isEqualTo(TOO_MANY);
    }
}
