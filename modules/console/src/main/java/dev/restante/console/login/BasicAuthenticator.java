package dev.restante.console.login;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.console.guard.ConsoleAccount;
import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.guard.PasswordHash;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Authenticator for basic authentication that delays repeated failures of one client. Thread-safe.
 *
 * <ul>
 *   <li>From the fifth failed attempt on, the client must wait before the next attempt. The wait doubles from one
 *       second to one minute.
 *   <li>Failures are charged to the network of the client. A client that logged in before has a cookie and is charged
 *       separately. Guesses of other clients behind the same proxy then do not delay this client.
 *   <li>Hashed passwords take long to check, so only one is checked at a time, and verified passwords are remembered.
 * </ul>
 *
 * <p>Lock order: {@code hashing}, this.
 */
public final class BasicAuthenticator {

    public sealed interface LoginResult permits Authenticated, Rejected, Throttled {}

    /** Result for correct credentials. */
    public record Authenticated(ConsoleUser user) implements LoginResult {}

    public record Rejected() implements LoginResult {}

    /** Result for an attempt that was not checked because of too many failures or too many running checks. */
    public record Throttled() implements LoginResult {}

    private static final int UNDELAYED_ATTEMPTS = 5;
    private static final int MAX_SECONDS = 60;
    private static final int MAX_THROTTLE_KEYS = 1_024;
    private static final long FAILURE_EXPIRY_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long HASHING_WAIT_MILLIS = 5_000;
    private static final String PURPOSE = "was let in: ";

    private final TokenSigner signer;
    private final Map<String, ConsoleAccount> accounts = new HashMap<>();
    private final LongSupplier nanoTime;

    /** Hash that is checked for an unknown user name, so that the response time does not reveal which names exist. */
    private final @Nullable String dummyHash;

    /** Signed marks of verified credentials with hashed passwords, by user name. */
    private final Map<String, String> verifiedTokens = new ConcurrentHashMap<>();

    private final ReentrantLock hashing = new ReentrantLock(true);

    /** Failed attempts by throttle key, in the order of the last failure. */
    @GuardedBy("this")
    private final Map<String, LoginFailures> failures = new LinkedHashMap<>();

    private record LoginFailures(int count, long atNanos, long waitUntilNanos) {}

    private record LoginCredentials(String name, String password) {}

    public BasicAuthenticator(TokenSigner signer, List<ConsoleAccount> accounts, LongSupplier nanoTime) {
        this.signer = signer;
        this.nanoTime = nanoTime;
        accounts.forEach(account -> this.accounts.put(account.name(), account));
        this.dummyHash = accounts.stream()
                .map(ConsoleAccount::password)
                .filter(PasswordHash::isHash)
                .findFirst()
                .orElse(null);
    }

    public boolean hasAccounts() {
        return !accounts.isEmpty();
    }

    /**
     * Authenticates a request.
     *
     * @param authorization the {@code Authorization} header, or null
     * @param cookie the value of the cookie from an earlier login, or null
     * @param address the network address of the client
     */
    public LoginResult check(@Nullable String authorization, @Nullable String cookie, String address) {
        if (authorization == null) {
            return new Rejected();
        }
        LoginCredentials given = credentials(authorization).orElse(null);
        String throttleKey = throttleKey(given, cookie, address);
        if (given == null || needsNoHashing(given)) {
            return decide(given, throttleKey);
        }
        if (mustWait(throttleKey)) {
            return new Throttled();
        }
        try {
            if (!hashing.tryLock(HASHING_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                return new Throttled();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Throttled();
        }
        try {
            // Other clients with the same throttle key may have failed while this thread waited.
            if (mustWait(throttleKey)) {
                return new Throttled();
            }
            verify(given);
            return decide(given, throttleKey);
        } finally {
            hashing.unlock();
        }
    }

    /**
     * Returns the key to which failures are charged: the network, with the user name if a valid cookie proves a login.
     */
    private String throttleKey(@Nullable LoginCredentials given, @Nullable String cookie, String address) {
        String network = ClientNetwork.of(address);
        return cookie != null && given != null && signer.isValid(PURPOSE + given.name(), cookie)
                ? given.name() + " in " + network
                : network;
    }

    /** Returns whether an attempt can be decided without hashing a password. */
    private boolean needsNoHashing(LoginCredentials given) {
        ConsoleAccount account = accounts.get(given.name());
        return account == null ? dummyHash == null : !PasswordHash.isHash(account.password()) || isVerified(given);
    }

    private boolean isVerified(LoginCredentials given) {
        String mark = verifiedTokens.get(given.name());
        return mark != null && signer.constantTimeEquals(mark, credentialsToken(given));
    }

    private String credentialsToken(LoginCredentials given) {
        return signer.sign("password " + given.name() + ":" + given.password());
    }

    private void verify(LoginCredentials given) {
        ConsoleAccount account = accounts.get(given.name());
        String hashed = account == null ? dummyHash : account.password();
        if (hashed != null && PasswordHash.matches(given.password(), hashed) && account != null) {
            verifiedTokens.put(account.name(), credentialsToken(given));
        }
    }

    private synchronized LoginResult decide(@Nullable LoginCredentials given, String throttleKey) {
        if (mustWait(throttleKey)) {
            return new Throttled();
        }
        ConsoleAccount account = given == null ? null : accounts.get(given.name());
        if (given != null && account != null && isPasswordCorrect(given, account)) {
            return new Authenticated(account.user());
        }
        LoginFailures before = failures.get(throttleKey);
        recordFailure(throttleKey, before == null ? 1 : before.count() + 1, nanoTime.getAsLong());
        return new Rejected();
    }

    private boolean isPasswordCorrect(LoginCredentials given, ConsoleAccount account) {
        return PasswordHash.isHash(account.password())
                ? isVerified(given)
                : signer.constantTimeEquals(given.password(), account.password());
    }

    private synchronized boolean mustWait(String throttleKey) {
        long now = nanoTime.getAsLong();
        LoginFailures before = failures.get(throttleKey);
        if (before != null && now - before.atNanos() > FAILURE_EXPIRY_NANOS) {
            failures.remove(throttleKey);
            before = null;
        }
        return before != null && now - before.waitUntilNanos() < 0;
    }

    @GuardedBy("this")
    private void recordFailure(String throttleKey, int count, long now) {
        int doublings = Math.min(count - UNDELAYED_ATTEMPTS, 6);
        long seconds = doublings < 0 ? 0 : Math.min(1L << doublings, MAX_SECONDS);
        failures.remove(throttleKey);
        failures.put(throttleKey, new LoginFailures(count, now, now + TimeUnit.SECONDS.toNanos(seconds)));
        if (failures.size() > MAX_THROTTLE_KEYS) {
            failures.remove(failures.keySet().iterator().next());
        }
    }

    public String cookie(ConsoleUser user) {
        return signer.sign(PURPOSE + user.name());
    }

    @SuppressWarnings("UnusedException") // invalid base64 counts as missing credentials
    private static Optional<LoginCredentials> credentials(String authorization) {
        if (!authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
            return Optional.empty();
        }
        try {
            byte[] decoded =
                    Base64.getDecoder().decode(authorization.substring(6).strip());
            String pair = new String(decoded, StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0
                    ? Optional.empty()
                    : Optional.of(new LoginCredentials(pair.substring(0, colon), pair.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
