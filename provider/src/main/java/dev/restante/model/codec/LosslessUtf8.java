package dev.restante.model.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 encoding that preserves every Java string, including unpaired surrogates (WTF-8). A well-formed string is
 * encoded as plain UTF-8. Plain UTF-8 would replace an unpaired surrogate with a question mark. Here it becomes the
 * three bytes of its code unit, so that consumers read exactly the string that the sender set.
 */
public final class LosslessUtf8 {

    private static final char REPLACEMENT = '\uFFFD';

    private LosslessUtf8() {}

    public static byte[] encode(String text) {
        return hasLoneSurrogate(text) ? encodeUnits(text) : text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Decodes a string.
     *
     * @throws CorruptDataException if {@link #encode} cannot have returned the bytes
     */
    public static String decode(byte[] bytes) {
        return decode(bytes, 0, bytes.length);
    }

    static String decode(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : decodeUnits(bytes, offset, offset + length);
    }

    private static boolean hasLoneSurrogate(String text) {
        int length = text.length();
        for (int index = 0; index < length; index++) {
            char unit = text.charAt(index);
            if (Character.isSurrogate(unit)) {
                if (Character.isLowSurrogate(unit)
                        || index + 1 == length
                        || !Character.isLowSurrogate(text.charAt(index + 1))) {
                    return true;
                }
                index++;
            }
        }
        return false;
    }

    private static byte[] encodeUnits(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() * 3);
        text.codePoints().forEach(codePoint -> {
            if (codePoint < 0x80) {
                bytes.write(codePoint);
            } else if (codePoint < 0x800) {
                bytes.write(0xC0 | codePoint >> 6);
                bytes.write(0x80 | (codePoint & 0x3F));
            } else if (codePoint < 0x10000) {
                bytes.write(0xE0 | codePoint >> 12);
                bytes.write(0x80 | (codePoint >> 6 & 0x3F));
                bytes.write(0x80 | (codePoint & 0x3F));
            } else {
                bytes.write(0xF0 | codePoint >> 18);
                bytes.write(0x80 | (codePoint >> 12 & 0x3F));
                bytes.write(0x80 | (codePoint >> 6 & 0x3F));
                bytes.write(0x80 | (codePoint & 0x3F));
            }
        });
        return bytes.toByteArray();
    }

    private static String decodeUnits(byte[] bytes, int offset, int end) {
        StringBuilder text = new StringBuilder(end - offset);
        int index = offset;
        while (index < end) {
            int lead = bytes[index] & 0xFF;
            int length = sequenceLength(lead, index);
            if (index + length > end) {
                throw malformed(index);
            }
            int codePoint = length == 1 ? lead : lead & 0x7F >> length;
            for (int following = 1; following < length; following++) {
                int unit = bytes[index + following] & 0xFF;
                if ((unit & 0xC0) != 0x80) {
                    throw malformed(index + following);
                }
                codePoint = codePoint << 6 | (unit & 0x3F);
            }
            if (!Character.isValidCodePoint(codePoint)) {
                throw malformed(index);
            }
            text.appendCodePoint(codePoint);
            index += length;
        }
        return text.toString();
    }

    private static int sequenceLength(int lead, int index) {
        if (lead < 0x80) {
            return 1;
        }
        if (lead >= 0xC2 && lead < 0xE0) {
            return 2;
        }
        if (lead >= 0xE0 && lead < 0xF0) {
            return 3;
        }
        if (lead >= 0xF0 && lead < 0xF5) {
            return 4;
        }
        throw malformed(index);
    }

    private static CorruptDataException malformed(int index) {
        return new CorruptDataException("malformed UTF-8 at byte " + index);
    }
}
