package dev.restante.console.guard;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Utility class that hashes passwords and compares passwords with hashes in the format of Django:
 * {@code pbkdf2_sha256$ITERATIONS$SALT$HASH}.
 *
 * <p>The algorithm is PBKDF2 with HMAC-SHA-256. The hash is encoded in base64.
 */
public final class PasswordHash {

    private static final String PREFIX = "pbkdf2_sha256$";
    private static final int ITERATIONS = 600_000;
    private static final int LEAST_ITERATIONS = 1_000;
    private static final int MAX_ITERATIONS = 10_000_000;
    private static final int BYTES = 32;
    private static final Pattern FORM =
            Pattern.compile("pbkdf2_sha256\\$(\\d{4,8})\\$([^$]{8,128})\\$([A-Za-z0-9+/]{43}=)");

    /** Beginnings of hashes of crypt, htpasswd and LDAP, and of other formats of Django. */
    private static final Pattern FOREIGN_HASH = Pattern.compile(
            "\\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|md5|sha1|scrypt|argon2(?:i|d|id)?|pbkdf2[a-z0-9-]*)\\$"
                    + "|\\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2[A-Z0-9-]*|BCRYPT|ARGON2)\\}"
                    + "|(?:pbkdf2_sha1|bcrypt|bcrypt_sha256|argon2|scrypt)\\$",
            Pattern.CASE_INSENSITIVE);

    private PasswordHash() {}

    /** Hashes a password with a new random salt and 600,000 iterations. */
    public static String of(String password) {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        String salt = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        byte[] hash = hash(password, salt, ITERATIONS);
        return PREFIX + ITERATIONS + "$" + salt + "$" + Base64.getEncoder().encodeToString(hash);
    }

    /** Returns whether a text has the prefix of a password hash. */
    public static boolean isHash(String text) {
        return text.startsWith(PREFIX);
    }

    /**
     * Checks the format of a password hash.
     *
     * @throws IllegalArgumentException if the hash is malformed, or has fewer than 1,000 or more than 10,000,000
     *     iterations
     */
    static void check(String hashed) {
        parts(hashed);
    }

    /**
     * Checks that a plain password is not a hash of another program, such as {@code htpasswd}.
     *
     * @throws IllegalArgumentException if the password looks like such a hash
     */
    static void checkPlain(String password) {
        Matcher foreign = FOREIGN_HASH.matcher(password);
        if (foreign.lookingAt()) {
            throw new IllegalArgumentException("a password that begins with " + foreign.group()
                    + " is a hash in an unsupported format. Create the hash with restante hash-password.");
        }
    }

    /**
     * Returns whether a password has a hash. Takes as long as hashing the password.
     *
     * @throws IllegalArgumentException if the hash is malformed
     */
    public static boolean matches(String password, String hashed) {
        Matcher parts = parts(hashed);
        byte[] expected = Base64.getDecoder().decode(parts.group(3));
        return MessageDigest.isEqual(hash(password, parts.group(2), Integer.parseInt(parts.group(1))), expected);
    }

    private static Matcher parts(String hashed) {
        Matcher parts = FORM.matcher(hashed);
        if (!parts.matches()
                || Integer.parseInt(parts.group(1)) < LEAST_ITERATIONS
                || Integer.parseInt(parts.group(1)) > MAX_ITERATIONS) {
            throw new IllegalArgumentException(
                    "a hashed password must have the form pbkdf2_sha256$ITERATIONS$SALT$HASH, with 1,000 to"
                            + " 10,000,000 iterations");
        }
        return parts;
    }

    private static byte[] hash(String password, String salt, int iterations) {
        PBEKeySpec key = new PBEKeySpec(
                password.toCharArray(), salt.getBytes(StandardCharsets.UTF_8), iterations, BYTES * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(key)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM does not support PBKDF2WithHmacSHA256", e);
        } finally {
            key.clearPassword();
        }
    }
}
