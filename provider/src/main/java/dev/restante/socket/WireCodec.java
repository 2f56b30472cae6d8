package dev.restante.socket;

import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * Codec for values of one Java type on the local socket. The {@link Handshake} ensures that reader and writer have the
 * same version.
 */
interface WireCodec {

    void write(ByteWriter to, @Nullable Object value);

    /**
     * Reads a value.
     *
     * @throws dev.restante.model.codec.CorruptDataException if the bytes are malformed
     * @throws IllegalArgumentException if the value is out of range
     */
    @Nullable
    Object read(ByteReader from);
}
