package dev.restante.runtime;

import java.io.Serial;
import javax.naming.RefAddr;

/** JNDI reference address that hides its content in {@code toString}, because naming services log it. */
public final class SecretRefAddr extends RefAddr {

    @Serial
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // as in RefAddr
    private final String content;

    public SecretRefAddr(String type, String content) {
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
