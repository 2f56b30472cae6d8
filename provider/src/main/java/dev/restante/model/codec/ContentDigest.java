package dev.restante.model.codec;

import dev.restante.model.BodyKind;
import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Digests by which duplicate detection compares message contents (SND-07). All nodes and all versions compute equal
 * digests for equal contents.
 */
public final class ContentDigest {

    private static final String ALGORITHM = "SHA-256";
    private static final String PREFIX = "sha256:";
    private static final int EXPECTED_BYTES = 256;

    private ContentDigest() {}

    public static String of(byte[] bytes) {
        return text(digest().digest(bytes));
    }

    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_16BE));
    }

    /** Returns the digest of a message's body and body kind. */
    public static String ofBody(StoredMessage message) {
        MessageDigest digest = digest();
        body(digest, message);
        return text(digest.digest());
    }

    /** Returns the digest of a message's body, body kind, and properties in the order of their names. */
    public static String ofContent(StoredMessage message) {
        MessageDigest digest = digest();
        body(digest, message);
        Map<String, @Nullable Object> inOrder = new TreeMap<>(message.header().properties());
        ByteWriter writer = new ByteWriter(EXPECTED_BYTES);
        PropertyCodec.write(writer, inOrder);
        digest.update(writer.toByteArray());
        return text(digest.digest());
    }

    private static void body(MessageDigest digest, StoredMessage message) {
        if (LargeBody.isBodyOf(message)) {
            LargeBody large = LargeBodyCodec.decodeBodyOf(message);
            String apart = BodyKind.LARGE_BYTES + ":" + large.lengthBytes() + ":";
            digest.update(apart.getBytes(StandardCharsets.US_ASCII));
            digest.update(large.digest());
            return;
        }
        byte[] body = message.body();
        // The length separates the body from the bytes after it.
        String kind = message.header().bodyKind() + ":" + (body == null ? -1 : body.length) + ":";
        digest.update(kind.getBytes(StandardCharsets.US_ASCII));
        if (body != null) {
            digest.update(body);
        }
    }

    private static String text(byte[] digest) {
        return PREFIX + HexFormat.of().formatHex(digest);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance(ALGORITHM);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java runtime does not support " + ALGORITHM, e);
        }
    }
}
