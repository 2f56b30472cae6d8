package dev.restante.console.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.console.guard.ConsoleAccount;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.ConsoleUser;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Authentication of console users")
class BasicAuthenticatorTest {

    private static final BasicAuthenticator.LoginResult REJECTED = new BasicAuthenticator.Rejected();
    private static final BasicAuthenticator.LoginResult THROTTLED = new BasicAuthenticator.Throttled();
    private static final ConsoleUser ADA = ConsoleUser.withAllRights("ada");

    /** Account with a hash of {@code pa:ss} with few iterations. */
    private static final ConsoleAccount EVE = new ConsoleAccount(
            "eve",
            "pbkdf2_sha256$1000$saltsaltsalt$LuKbIyvoE3BrEb7MtlEn4vjIE3gwYwpqIYFY3hyrWiY=",
            Set.of(ConsoleRight.READ));

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final BasicAuthenticator authenticator = authenticator(ConsoleAccount.withAllRights("ada", "s3cret"));

    private BasicAuthenticator authenticator(ConsoleAccount... accounts) {
        return new BasicAuthenticator(new TokenSigner(), List.of(accounts), nanos::get);
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private BasicAuthenticator.LoginResult attempt(String pair, String address) {
        return authenticator.check(basic(pair), null, address);
    }

    private void pass(long seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    @DisplayName("an address waits after five failures, twice as long after each further one, up to a minute")
    void shouldSlowDown() {
        for (int i = 0; i < 5; i++) {
            assertThat(attempt("ada:wrong", "a")).isEqualTo(REJECTED);
        }
        assertThat(attempt("ada:s3cret", "a")).isEqualTo(THROTTLED);
        assertThat(attempt("ada:s3cret", "b")).isEqualTo(new BasicAuthenticator.Authenticated(ADA));
        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            pass(seconds - 1);
            assertThat(attempt("ada:wrong", "a")).isEqualTo(THROTTLED);
            pass(1);
            assertThat(attempt("ada:wrong", "a")).isEqualTo(REJECTED);
        }
        pass(601);
        assertThat(attempt("ada:wrong", "a")).isEqualTo(REJECTED);
        assertThat(attempt("ada:s3cret", "a")).isEqualTo(new BasicAuthenticator.Authenticated(ADA));
    }

    @Test
    @DisplayName("a user with a cookie from an earlier login does not wait, but still needs the password")
    void shouldKnowWhoWasIn() {
        for (int i = 0; i < 9; i++) {
            attempt("ada:wrong", "a");
        }
        String cookie = authenticator.cookie(ADA);
        assertThat(authenticator.check(basic("ada:s3cret"), cookie, "a"))
                .isEqualTo(new BasicAuthenticator.Authenticated(ADA));
        assertThat(authenticator.check(basic("ada:s3cret"), "x", "a")).isEqualTo(THROTTLED);
        assertThat(authenticator.check(basic("ada:wrong"), cookie, "a")).isEqualTo(REJECTED);
        assertThat(authenticator.check(null, cookie, "b")).isEqualTo(REJECTED);
    }

    @Test
    @DisplayName("a client that fails with its cookie waits, while clients at other addresses do not")
    void shouldSlowDownWhoWasIn() {
        String cookie = authenticator.cookie(ADA);
        for (int i = 0; i < 5; i++) {
            assertThat(authenticator.check(basic("ada:wrong"), cookie, "a")).isEqualTo(REJECTED);
        }
        assertThat(authenticator.check(basic("ada:s3cret"), cookie, "a")).isEqualTo(THROTTLED);
        assertThat(authenticator.check(basic("ada:s3cret"), cookie, "b"))
                .isEqualTo(new BasicAuthenticator.Authenticated(ADA));
        pass(1);
        assertThat(authenticator.check(basic("ada:s3cret"), cookie, "a"))
                .isEqualTo(new BasicAuthenticator.Authenticated(ADA));
    }

    @Test
    @DisplayName("all IPv6 addresses of a 64-bit network count as one client")
    void shouldSlowDownNetworks() {
        for (int i = 0; i < 5; i++) {
            assertThat(attempt("ada:wrong", "2001:db8:1:2::" + i)).isEqualTo(REJECTED);
        }
        for (String same : List.of("2001:db8:1:2:ffff::1", "2001:DB8:1:2::1%eth0", "2001:0db8:0001:0002:0:0:0:7")) {
            assertThat(attempt("ada:s3cret", same)).as(same).isEqualTo(THROTTLED);
        }
        for (String other : List.of("2001:db8:1:3::1", "192.0.2.1", "::ffff:192.0.2.1", "a:b:c", "localhost", ":")) {
            assertThat(attempt("ada:s3cret", other)).as(other).isEqualTo(new BasicAuthenticator.Authenticated(ADA));
        }
    }

    @Test
    @DisplayName("a user with a cookie cannot use it to guess the password of another user")
    void shouldBindCookieToUser() {
        BasicAuthenticator both = authenticator(ConsoleAccount.withAllRights("ada", "s3cret"), EVE);
        String cookie = both.cookie(EVE.user());
        for (int i = 0; i < 5; i++) {
            assertThat(both.check(basic("ada:wrong"), cookie, "a")).isEqualTo(REJECTED);
        }
        assertThat(both.check(basic("ada:s3cret"), cookie, "a")).isEqualTo(THROTTLED);
        assertThat(both.check(basic("eve:pa:ss"), cookie, "a"))
                .isEqualTo(new BasicAuthenticator.Authenticated(EVE.user()));
    }

    @Test
    @DisplayName("the authenticator returns the rights of each user, and delays guesses of hashed passwords, too")
    void shouldCheckHashed() {
        BasicAuthenticator both = authenticator(ConsoleAccount.withAllRights("ada", "s3cret"), EVE);
        assertThat(both.check(basic("eve:pa:ss"), null, "b"))
                .isEqualTo(new BasicAuthenticator.Authenticated(EVE.user()));
        // The second check compares a token instead of hashing.
        assertThat(both.check(basic("eve:pa:ss"), null, "b"))
                .isEqualTo(new BasicAuthenticator.Authenticated(EVE.user()));
        assertThat(both.check(basic("ada:s3cret"), null, "b")).isEqualTo(new BasicAuthenticator.Authenticated(ADA));
        for (String wrong : List.of("eve:pa", "eve:" + EVE.password(), "nobody:pa:ss", "ada:pa:ss", "eve")) {
            assertThat(both.check(basic(wrong), null, "a")).as(wrong).isEqualTo(REJECTED);
        }
        assertThat(both.check(basic("eve:pa:ss"), null, "a")).isEqualTo(THROTTLED);
        assertThat(both.check(basic("eve:other"), null, "a")).isEqualTo(THROTTLED);
    }
}
