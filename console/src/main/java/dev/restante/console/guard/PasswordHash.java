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
 * Hashed passwords, as Django writes them: {@code pbkdf2_sha256$ITERATIONS$SALT$HASH}, which is PBKDF2 with
 * HMAC-SHA-256 and the hash in base64.
 */
public final class PasswordHash {

    private static final String KIND = "pbkdf2_sha256$";
    private static final int ITERATIONS = 600_000;
    private static final int LEAST_ITERATIONS = 1_000;
    private static final int MOST_ITERATIONS = 10_000_000;
    private static final int BYTES = 32;
    private static final Pattern FORM =
            Pattern.compile("pbkdf2_sha256\\$(\\d{4,8})\\$([^$]{8,128})\\$([A-Za-z0-9+/]{43}=)");

    /** Hashes of crypt, htpasswd, LDAP and Django in other forms. */
    private static final Pattern FOREIGN = Pattern.compile(
            "\\$(?:1|2[abxy]?|5|6|7|y|gy|apr1|md5|sha1|scrypt|argon2(?:i|d|id)?|pbkdf2[a-z0-9-]*)\\$"
                    + "|\\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2[A-Z0-9-]*|BCRYPT|ARGON2)\\}"
                    + "|(?:pbkdf2_sha1|bcrypt|bcrypt_sha256|argon2|scrypt)\\$",
            Pattern.CASE_INSENSITIVE);

    private PasswordHash() {}

    /** A password, hashed with a new salt. */
    public static String of(String password) {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        String salt = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        byte[] hash = hash(password, salt, ITERATIONS);
        return KIND + ITERATIONS + "$" + salt + "$" + Base64.getEncoder().encodeToString(hash);
    }

    /** True for a text that begins as a hashed password does. */
    public static boolean isOne(String text) {
        return text.startsWith(KIND);
    }

    /**
     * Checks the form of a hashed password.
     *
     * @throws IllegalArgumentException if it has another, or fewer than 1,000 or more than 10,000,000 iterations
     */
    static void check(String hashed) {
        parts(hashed);
    }

    /**
     * Checks that a password is not the hash that another program made of one, such as {@code htpasswd}.
     *
     * @throws IllegalArgumentException if it looks like such a hash
     */
    static void checkPlain(String password) {
        Matcher foreign = FOREIGN.matcher(password);
        if (foreign.lookingAt()) {
            throw new IllegalArgumentException("a password that begins with " + foreign.group()
                    + " is a hash in a form that the console does not read; restante hash-password makes one that it"
                    + " reads");
        }
    }

    /** True if a password has this hash. Takes as long as {@link #of} does. */
    public static boolean matches(String password, String hashed) {
        Matcher parts = parts(hashed);
        byte[] expected = Base64.getDecoder().decode(parts.group(3));
        return MessageDigest.isEqual(hash(password, parts.group(2), Integer.parseInt(parts.group(1))), expected);
    }

    private static Matcher parts(String hashed) {
        Matcher parts = FORM.matcher(hashed);
        if (!parts.matches()
                || Integer.parseInt(parts.group(1)) < LEAST_ITERATIONS
                || Integer.parseInt(parts.group(1)) > MOST_ITERATIONS) {
            throw new IllegalArgumentException(
                    "a hashed password is pbkdf2_sha256$ITERATIONS$SALT$HASH, with 1,000 to 10,000,000 iterations");
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
            throw new IllegalStateException("this Java has no PBKDF2WithHmacSHA256", e);
        } finally {
            key.clearPassword();
        }
    }
}
