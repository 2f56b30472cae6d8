package dev.restante;

import java.io.Serial;
import javax.naming.RefAddr;

/** A part of a reference that its {@code toString}, which naming services log, does not show. */
final class SecretAddress extends RefAddr {

    @Serial
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // as RefAddr itself
    private final String content;

    SecretAddress(String type, String content) {
        super(type);
        this.content = content;
    }

    @Override
    public String getContent() {
        return content;
    }

    @Override
    public String toString() {
        return "Type: " + getType() + "\nContent: ***\n";
    }
}
