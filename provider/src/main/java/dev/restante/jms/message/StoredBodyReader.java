package dev.restante.jms.message;

import dev.restante.model.codec.LosslessUtf8;
import jakarta.jms.MessageFormatException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reader of stored text, map and stream bodies without a message object. Damaged bodies cause
 * {@link MessageFormatException}.
 */
public final class StoredBodyReader {

    private StoredBodyReader() {}

    public static String text(byte[] body) throws MessageFormatException {
        return MapStreamBodyCodec.decode("text", body, LosslessUtf8::decode);
    }

    public static Map<String, @Nullable Object> map(byte[] body) throws MessageFormatException {
        return MapStreamBodyCodec.toMap(body);
    }

    public static List<@Nullable Object> stream(byte[] body) throws MessageFormatException {
        return MapStreamBodyCodec.toStream(body);
    }
}
