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

    /** Throws a {@link dev.restante.model.codec.CorruptMessageException} or IllegalArgumentException for what is none. */
    @Nullable
    Object read(ByteReader from);
}
