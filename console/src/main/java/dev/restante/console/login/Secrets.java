package dev.restante.console.login;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Marks that only this console can make: signed by a key that lives as long as it. Thread-safe. */
public final class Secrets {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** With a new key. */
    public Secrets() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        key = new SecretKeySpec(random, ALGORITHM);
    }

    /** The mark of a purpose. */
    public String mark(String purpose) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }

    /** True for the mark of a purpose; takes as long for every wrong one. */
    public boolean isMark(String purpose, String text) {
        return MessageDigest.isEqual(bytes(mark(purpose)), bytes(text));
    }

    /** Equality of two texts; does not tell by its time where they differ. */
    boolean same(String one, String other) {
        return MessageDigest.isEqual(bytes(mark(one)), bytes(mark(other)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
