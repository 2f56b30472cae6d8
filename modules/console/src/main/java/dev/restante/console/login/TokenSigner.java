package dev.restante.console.login;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signer and verifier of form tokens and login cookies, with a random key of this console instance. Thread-safe. */
public final class TokenSigner {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    public TokenSigner() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        key = new SecretKeySpec(random, ALGORITHM);
    }

    public String sign(String purpose) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM does not support " + ALGORITHM, e);
        }
    }

    /** Returns whether a text is the token for a purpose. Compares in constant time. */
    public boolean isValid(String purpose, String text) {
        return MessageDigest.isEqual(bytes(sign(purpose)), bytes(text));
    }

    /** Returns whether two texts are equal. Compares in constant time. */
    boolean constantTimeEquals(String one, String other) {
        return MessageDigest.isEqual(bytes(sign(one)), bytes(sign(other)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
