package dev.restante;

import java.io.InvalidObjectException;
import java.io.ObjectStreamException;
import java.io.Serial;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * The serialised form of a connection factory: its options as text, those that differ from the defaults. So a factory
 * that was stored by one version can be read by another.
 *
 * @param xa whether it is one for distributed transactions
 * @param options by name, the password included
 */
record SerializedFactory(boolean xa, TreeMap<String, String> options) implements Serializable {

    @Serial
    private static final long serialVersionUID = 1L;

    static SerializedFactory of(RestanteConnectionFactory factory) {
        TreeMap<String, String> options = new TreeMap<>();
        FactoryOption.changed(factory).forEach((option, text) -> options.put(option.optionName(), text));
        return new SerializedFactory(factory instanceof RestanteXAConnectionFactory, options);
    }

    @Serial
    private Object readResolve() throws ObjectStreamException {
        RestanteConnectionFactory factory = xa ? new RestanteXAConnectionFactory() : new RestanteConnectionFactory();
        try {
            factory.configure(Map.copyOf(options));
        } catch (RuntimeException refused) {
            InvalidObjectException invalid =
                    new InvalidObjectException("the connection factory can't be read: " + refused.getMessage());
            invalid.initCause(refused);
            throw invalid;
        }
        return factory;
    }

    /** The names only. */
    @Override
    public String toString() {
        return "SerializedFactory[" + String.join(", ", options.keySet()) + "]";
    }
}
