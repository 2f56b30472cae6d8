package dev.restante.jms.message;

import dev.restante.model.codec.LosslessUtf8;
import jakarta.jms.MessageFormatException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads stored bodies for whoever has no message object. Nothing is deserialised here. */
public final class StoredBodies {

    private StoredBodies() {}

    /**
     * The text of a text message.
     *
     * @throws MessageFormatException if it is damaged
     */
    public static String text(byte[] body) throws MessageFormatException {
        return BodyEncoding.decode("text", body, LosslessUtf8::decode);
    }

    /**
     * The values of a map message.
     *
     * @throws MessageFormatException if it is damaged
     */
    public static Map<String, @Nullable Object> map(byte[] body) throws MessageFormatException {
        return BodyEncoding.toMap(body);
    }

    /**
     * The values of a stream message.
     *
     * @throws MessageFormatException if it is damaged
     */
    public static List<@Nullable Object> stream(byte[] body) throws MessageFormatException {
        return BodyEncoding.toStream(body);
    }
}
