package dev.restante.socket;

import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import org.jspecify.annotations.Nullable;

/**
 * The form in which values of one Java type travel. What is read was written by the same version: {@link Hello} sees to
 * that.
 */
interface WireType {

    void write(ByteWriter to, @Nullable Object value);

    /**
     * Reads a value.
     *
     * @throws dev.restante.model.codec.CorruptMessageException if there is none
     * @throws IllegalArgumentException if it is out of its range
     */
    @Nullable
    Object read(ByteReader from);
}
