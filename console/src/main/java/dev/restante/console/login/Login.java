package dev.restante.console.login;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.console.guard.Account;
import dev.restante.console.guard.PasswordHash;
import dev.restante.console.guard.User;
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
 * The check of user and password, by basic authentication. After some failures an origin has to wait before the next
 * attempt, longer each time. Who was let in before has a cookie that says so, and waits for the failures with that
 * only: nobody is kept out by the guesses of others behind the same proxy.
 *
 * <p>Hashed passwords take long to check, so one is checked at a time, and what was right is remembered by a mark that
 * is compared at once. Thread-safe; lock order: {@code hashing}, this.
 */
public final class Login {

    /** The result of a check. */
    public sealed interface Result permits Accepted, Refused, TooMany {}

    /** Right. */
    public record Accepted(User user) implements Result {}

    /** Not given, or wrong. */
    public record Refused() implements Result {}

    /** Not looked at: too many were wrong, or are being checked. */
    public record TooMany() implements Result {}

    private static final int FREE_ATTEMPTS = 5;
    private static final int MOST_SECONDS = 60;
    private static final int MOST_ORIGINS = 1_024;
    private static final long FORGOTTEN_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long PATIENCE_MILLIS = 5_000;
    private static final String PURPOSE = "was let in: ";

    private final Secrets secrets;
    private final Map<String, Account> accounts = new HashMap<>();
    private final LongSupplier nanoTime;

    /** Checked for a name that does not exist, so that the time does not tell. */
    private final @Nullable String decoy;

    /** The marks of right credentials whose password is hashed, by the name. */
    private final Map<String, String> verified = new ConcurrentHashMap<>();

    private final ReentrantLock hashing = new ReentrantLock(true);

    /** The failures of origins, the latest last. */
    @GuardedBy("this")
    private final Map<String, Failures> failures = new LinkedHashMap<>();

    private record Failures(int count, long atNanos, long waitUntilNanos) {}

    private record Credentials(String name, String password) {}

    /** For accounts. */
    public Login(Secrets secrets, List<Account> accounts, LongSupplier nanoTime) {
        this.secrets = secrets;
        this.nanoTime = nanoTime;
        accounts.forEach(account -> this.accounts.put(account.name(), account));
        this.decoy = accounts.stream()
                .map(Account::password)
                .filter(PasswordHash::isOne)
                .findFirst()
                .orElse(null);
    }

    /** True if anybody can come in. */
    public boolean hasAccounts() {
        return !accounts.isEmpty();
    }

    /**
     * Checks a request.
     *
     * @param authorization the header, or null
     * @param cookie the value of the cookie of those who were let in, or null
     * @param address where it comes from
     */
    public Result check(@Nullable String authorization, @Nullable String cookie, String address) {
        if (authorization == null) {
            return new Refused();
        }
        Credentials given = credentials(authorization).orElse(null);
        String origin = origin(given, cookie, address);
        if (given == null || isFast(given)) {
            return decide(given, origin);
        }
        if (mustWait(origin)) {
            return new TooMany();
        }
        try {
            if (!hashing.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                return new TooMany();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new TooMany();
        }
        try {
            // Looked at again: others of this origin may have failed meanwhile.
            if (mustWait(origin)) {
                return new TooMany();
            }
            verify(given);
            return decide(given, origin);
        } finally {
            hashing.unlock();
        }
    }

    /** Where an attempt comes from, for those that are to wait together. */
    private String origin(@Nullable Credentials given, @Nullable String cookie, String address) {
        String network = Network.of(address);
        return cookie != null && given != null && secrets.isMark(PURPOSE + given.name(), cookie)
                ? given.name() + " in " + network
                : network;
    }

    /** True for what needs no hashing. */
    private boolean isFast(Credentials given) {
        Account account = accounts.get(given.name());
        return account == null ? decoy == null : !PasswordHash.isOne(account.password()) || isVerified(given);
    }

    private boolean isVerified(Credentials given) {
        String mark = verified.get(given.name());
        return mark != null && secrets.same(mark, mark(given));
    }

    private String mark(Credentials given) {
        return secrets.mark("password " + given.name() + ":" + given.password());
    }

    private void verify(Credentials given) {
        Account account = accounts.get(given.name());
        String hashed = account == null ? decoy : account.password();
        if (hashed != null && PasswordHash.matches(given.password(), hashed) && account != null) {
            verified.put(account.name(), mark(given));
        }
    }

    private synchronized Result decide(@Nullable Credentials given, String origin) {
        if (mustWait(origin)) {
            return new TooMany();
        }
        Account account = given == null ? null : accounts.get(given.name());
        if (given != null && account != null && isRight(given, account)) {
            return new Accepted(account.user());
        }
        Failures before = failures.get(origin);
        remember(origin, before == null ? 1 : before.count() + 1, nanoTime.getAsLong());
        return new Refused();
    }

    private boolean isRight(Credentials given, Account account) {
        return PasswordHash.isOne(account.password())
                ? isVerified(given)
                : secrets.same(given.password(), account.password());
    }

    private synchronized boolean mustWait(String origin) {
        long now = nanoTime.getAsLong();
        Failures before = failures.get(origin);
        if (before != null && now - before.atNanos() > FORGOTTEN_NANOS) {
            failures.remove(origin);
            before = null;
        }
        return before != null && now - before.waitUntilNanos() < 0;
    }

    @GuardedBy("this")
    private void remember(String origin, int count, long now) {
        int doublings = Math.min(count - FREE_ATTEMPTS, 6);
        long seconds = doublings < 0 ? 0 : Math.min(1L << doublings, MOST_SECONDS);
        failures.remove(origin);
        failures.put(origin, new Failures(count, now, now + TimeUnit.SECONDS.toNanos(seconds)));
        if (failures.size() > MOST_ORIGINS) {
            failures.remove(failures.keySet().iterator().next());
        }
    }

    /** The value of the cookie of a user who was let in. */
    public String cookie(User user) {
        return secrets.mark(PURPOSE + user.name());
    }

    @SuppressWarnings("UnusedException") // what is no base64 is no password
    private static Optional<Credentials> credentials(String authorization) {
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
                    : Optional.of(new Credentials(pair.substring(0, colon), pair.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
