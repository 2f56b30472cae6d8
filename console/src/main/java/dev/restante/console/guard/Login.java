package dev.restante.console.guard;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The check of user and password, by basic authentication. After some failures an address has to wait before the next
 * attempt, longer each time. Who was let in before has a cookie that says so, and need not wait: nobody is kept out by
 * the guesses of others behind the same proxy. Thread-safe.
 */
public final class Login {

    /** The outcome of a check. */
    public enum Outcome {
        /** Right. */
        ACCEPTED,
        /** Not given, or wrong. */
        REFUSED,
        /** Not looked at: too many were wrong. */
        TOO_MANY
    }

    private static final int FREE_ATTEMPTS = 5;
    private static final int MOST_SECONDS = 60;
    private static final int MOST_ADDRESSES = 1_024;
    private static final long FORGOTTEN_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final String PURPOSE = "was let in";

    private final Secrets secrets;
    private final String expected;
    private final LongSupplier nanoTime;

    /** The failures of addresses, the latest last; guarded by this. */
    private final Map<String, Failures> failures = new LinkedHashMap<>();

    private record Failures(int count, long atNanos, long waitUntilNanos) {}

    /** For one user. */
    public Login(Secrets secrets, String user, String password, LongSupplier nanoTime) {
        this.secrets = secrets;
        this.expected = user + ":" + password;
        this.nanoTime = nanoTime;
    }

    /**
     * Checks a request.
     *
     * @param authorization the header, or null
     * @param cookie the value of the cookie of those who were let in, or null
     * @param address where it comes from
     */
    public synchronized Outcome check(@Nullable String authorization, @Nullable String cookie, String address) {
        if (authorization == null) {
            return Outcome.REFUSED;
        }
        boolean known = cookie != null && secrets.isMark(PURPOSE, cookie);
        long now = nanoTime.getAsLong();
        Failures before = failures.get(address);
        if (before != null && now - before.atNanos() > FORGOTTEN_NANOS) {
            failures.remove(address);
            before = null;
        }
        if (!known && before != null && now - before.waitUntilNanos() < 0) {
            return Outcome.TOO_MANY;
        }
        if (credentials(authorization)
                .filter(given -> secrets.same(given, expected))
                .isPresent()) {
            return Outcome.ACCEPTED;
        }
        remember(address, before == null ? 1 : before.count() + 1, now);
        return Outcome.REFUSED;
    }

    private void remember(String address, int count, long now) {
        int doublings = Math.min(count - FREE_ATTEMPTS, 6);
        long seconds = doublings < 0 ? 0 : Math.min(1L << doublings, MOST_SECONDS);
        failures.remove(address);
        failures.put(address, new Failures(count, now, now + TimeUnit.SECONDS.toNanos(seconds)));
        if (failures.size() > MOST_ADDRESSES) {
            failures.remove(failures.keySet().iterator().next());
        }
    }

    /** The value of the cookie of those who were let in. */
    public String cookie() {
        return secrets.mark(PURPOSE);
    }

    @SuppressWarnings("UnusedException") // what is no base64 is no password
    private static Optional<String> credentials(String authorization) {
        if (!authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
            return Optional.empty();
        }
        try {
            byte[] decoded =
                    Base64.getDecoder().decode(authorization.substring(6).strip());
            return Optional.of(new String(decoded, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
